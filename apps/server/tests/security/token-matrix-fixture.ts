import type { Call } from '@octavo/contract/define-call';
import { tokenScopes } from '@octavo/contract/token-scope';
import type { TokenScope } from '@octavo/contract/token-scope';
import { makeAccessToken, makeScript } from '../helpers/access-tokens.ts';
import type { TestClient } from '../helpers/client.ts';
import { makeUser } from '../helpers/factories.ts';
import { makeItem } from '../helpers/item-factories.ts';
import type { TestSite } from '../helpers/site.ts';
import { allCalls } from '../helpers/valid-requests.ts';

const [OK, DENIED, INVALID, EXPIRED, NO_SCOPE, REFUSED, OTHER_ITEM, NEEDS_ITEM] = [
  0, 10103, 10650, 10651, 10652, 10653, 10654, 10655,
];

/** How a request was answered: with one of the errors of tokens, or in some other way. */
type Outcome =
  | 'passed'
  | 'invalid'
  | 'expired'
  | 'scope'
  | 'refused'
  | 'item'
  | 'needs item'
  | 'role';

const OUTCOMES: Readonly<Record<number, Outcome>> = {
  [INVALID]: 'invalid',
  [EXPIRED]: 'expired',
  [NO_SCOPE]: 'scope',
  [REFUSED]: 'refused',
  [OTHER_ITEM]: 'item',
  [NEEDS_ITEM]: 'needs item',
};

type Target = 'none' | 'all items' | 'this item' | 'another item';
interface Row {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly target: Target;
  readonly state?: 'expired' | 'revoked' | 'disabled user';
}

const others = (scope: TokenScope) => tokenScopes.filter((each) => each !== scope);
const withoutAdmin = tokenScopes.filter((scope) => scope !== 'admin');

/** The tokens that a call is sent with. */
const rowsFor = ({ scope }: Call): readonly Row[] => [
  ...tokenScopes.map((each): Row => ({ name: each, scopes: [each], target: 'all items' })),
  ...(scope === 'none'
    ? []
    : [{ name: `all but ${scope}`, scopes: others(scope), target: 'all items' } as const]),
  { name: 'expired', scopes: tokenScopes, target: 'all items', state: 'expired' },
  { name: 'revoked', scopes: tokenScopes, target: 'all items', state: 'revoked' },
  { name: 'disabled user', scopes: tokenScopes, target: 'all items', state: 'disabled user' },
  { name: 'another item', scopes: withoutAdmin, target: 'another item' },
  { name: 'this item', scopes: withoutAdmin, target: 'this item' },
  { name: 'all scopes', scopes: tokenScopes, target: 'all items' },
];

/** Whether the call, as the valid request sends it, concerns one item. */
function concernsItem({ access }: Call, itemId: number | undefined): boolean {
  if (itemId === undefined) return false;
  const isOnItem = access.who === 'item' || access.who === 'auditorOrOwner';
  return isOnItem || (access.who === 'ownerOf' && access.kind === 'task');
}

/** What a token must give, computed from the declaration of the call alone. */
function expectedOutcome(call: Call, row: Row, itemId: number | undefined): Outcome | 'any' {
  const { scope, access, itemTokens } = call;
  // The item's key and token identify the script, whatever else it sends.
  if (access.who === 'itemToken') return 'any';
  if (row.state === 'expired') return 'expired';
  if (row.state) return 'invalid';
  if (scope === 'none') return 'refused';
  if (!row.scopes.includes(scope)) return 'scope';
  if (row.target === 'all items') return 'passed';
  if (itemTokens === 'refused') return 'needs item';
  if (concernsItem(call, itemId)) return row.target === 'this item' ? 'passed' : 'item';
  // The handler rejects other items itself, or leaves them out.
  return itemTokens === 'narrowed' ? 'any' : 'needs item';
}

export interface TokenMatrix {
  /** Sends a valid request of the call with every kind of token; returns the deviations from the declaration. */
  check(name: string, call: Call): Promise<string[]>;
}

async function send(client: TestClient, call: Call, input: object): Promise<Outcome> {
  const answer = await client.request(
    call.method === 'GET'
      ? { method: 'GET', url: call.path, query: input as Record<string, string> }
      : { method: 'POST', url: call.path, payload: input },
  );
  const isEnvelope = String(answer.headers['content-type']).startsWith('application/json');
  const code = isEnvelope ? answer.json<{ error_code: number }>().error_code : OK;
  if (code === DENIED && (call.access.who === 'admin' || call.access.who === 'auditor'))
    return 'role';
  return OUTCOMES[code] ?? 'passed';
}

/** The item that the ids of a valid request belong to. */
async function findItem(site: TestSite, call: Call, input: Readonly<Record<string, unknown>>) {
  const queries: Record<string, string> = {
    item_id: 'select item_id from item where item_id::text = $1 or item_domain = $1',
    page_id: 'select item_id from page where page_id::text = $1',
    cat_id: 'select item_id from catalog where cat_id::text = $1',
    task_id: 'select item_id from task where task_id::text = $1 and item_id > 0',
  };
  for (const [field, query] of Object.entries(queries)) {
    const id = input[field] as number | string | undefined;
    if (id === undefined || (field === 'item_id' && call.access.who === 'user')) continue;
    const [row] = await site.database.query<{ item_id: string }>(query, [String(id)]);
    if (row) return Number(row.item_id);
  }
  return undefined;
}

async function clientFor(
  site: TestSite,
  uid: number,
  row: Row,
  items: { own: number | undefined; other: number },
) {
  const limits: Partial<Record<Target, readonly number[]>> = {
    'this item': [items.own ?? items.other],
    'another item': [items.other],
  };
  const { token, id } = await makeAccessToken(site, uid, {
    scopes: row.scopes,
    ...(limits[row.target] && { item_ids: limits[row.target] ?? [] }),
    days: row.state === 'expired' ? -1 : 30,
  });
  if (row.state === 'revoked')
    await site.database.query('delete from access_token where id = $1', [id]);
  return makeScript(site, token);
}

async function setDisabled(site: TestSite, uid: number, isDisabled: boolean) {
  await site.database.query(
    'update "user" set disabled_time = case when $2 then now() end where uid = $1',
    [uid, isDisabled],
  );
  site.deps.bus.publish('account', String(uid));
}

export async function createTokenMatrix(site: TestSite): Promise<TokenMatrix> {
  const other = await makeItem(site);
  // Calls for visitors have no account of their own: any will do.
  const { uid: anyUid } = await makeUser(site);
  return {
    async check(name, call) {
      const prepared = allCalls.find((each) => each.name === name);
      if (!prepared) return [`${name} has no valid request`];
      const deviations: string[] = [];
      let request = await prepared.prepare(site);
      const rows = rowsFor(call);
      for (const row of rows) {
        const { input } = request;
        const uid = request.uid ?? anyUid;
        const itemId = await findItem(site, call, input);
        const expected = expectedOutcome(call, row, itemId);
        if (expected === 'any') continue;
        const client = await clientFor(site, uid, row, { own: itemId, other });
        if (row.state === 'disabled user') await setDisabled(site, uid, true);
        const outcome = await send(client, call, input);
        if (row.state === 'disabled user') await setDisabled(site, uid, false);
        if (outcome !== expected) deviations.push(`${row.name}: ${outcome} instead of ${expected}`);
        // A rejected request changes nothing; after another one the next token needs a new request.
        const isChanged = outcome === 'passed' && call.kind === 'command';
        const isLimited = call.limit?.per === 'user' && call.limit.times < rows.length;
        if (isChanged || isLimited) request = await prepared.prepare(site);
      }
      return deviations;
    },
  };
}
