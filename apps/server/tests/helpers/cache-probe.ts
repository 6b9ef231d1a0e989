import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import type { Envelope } from '@octavo/contract/envelope';
import type { MenuCatalog, MenuPage } from '@octavo/contract/item.entities';
import type { Item, ItemState, Reader } from './cache-model.ts';
import { sendRequest } from './http.ts';

/** Maximum age of a response, and maximum time that access is granted after the right was withdrawn. */
const MAX_STALENESS_MS = 1000;
/** Item unknown or deleted, no right to a private item, and a site that requires visitors to log in. */
const DENIED_CODES = [10101, 10307, 10312];

type Scope = 'none' | 'all' | number;
type PageInfo = CallResponse<typeof calls.page.info>;
type ItemInfo = CallResponse<typeof calls.item.info>;

interface ProbeResponse<T> {
  readonly sentAt: number;
  readonly receivedAt: number;
  /** Undefined if the reader was denied access. */
  readonly data: T | undefined;
}

/** The responses that a reader's browser has cached, by URL. */
type ResponseCache = Map<string, { tag: string; body: string }>;
const responseCaches = new WeakMap<Reader, ResponseCache>();

/** Sends a GET request, with `If-None-Match` if the response is cached, as browsers do. */
async function fetchWithEtag<T>(reader: Reader, url: string): Promise<ProbeResponse<T>> {
  const cache: ResponseCache = responseCaches.get(reader) ?? new Map();
  responseCaches.set(reader, cache);
  const cached = cache.get(url);
  const { cookie = '' } = reader.browser.headers();
  const sentAt = performance.now();
  const { status, headers, body } = await sendRequest(url, {
    headers: { cookie, ...(cached && { 'if-none-match': cached.tag }) },
  });
  const receivedAt = performance.now();
  const text = status === 304 ? (cached?.body ?? '') : body;
  if (status === 200 && headers.etag) cache.set(url, { tag: headers.etag, body });
  const { error_code, data } = JSON.parse(text) as Envelope<T>;
  if (error_code !== 0 && !DENIED_CODES.includes(error_code))
    throw new Error(`${url} returned ${error_code}`);
  return { sentAt, receivedAt, data: error_code === 0 ? (data as T) : undefined };
}

function effectiveScope(
  { isPublic, members, team }: ItemState,
  name: string,
  isEnabled: boolean,
  needsLogin: boolean,
): Scope {
  if (!isEnabled) return isPublic && !needsLogin ? 'all' : 'none';
  if (isPublic) return 'all';
  if (team.has(name)) return 'all';
  const cat_id = members.get(name);
  return cat_id === undefined ? 'none' : cat_id === 0 ? 'all' : cat_id;
}

const includesCatalog = (scope: Scope, cat_id: number) =>
  scope === 'all' || (scope !== 'none' && cat_id !== 0 && scope === cat_id);

/**
 * Returns the responses the model allows: rights, page and tree may each come from a different moment of the last
 * second.
 */
async function possibleStates(
  item: Item,
  reader: Reader,
  { sentAt, receivedAt }: ProbeResponse<unknown>,
) {
  const facts = await item.state.possibleValues(sentAt, receivedAt, MAX_STALENESS_MS);
  const enabled = await reader.isEnabled.possibleValues(sentAt, receivedAt, MAX_STALENESS_MS);
  const loginRequired = await reader.needsLogin.possibleValues(
    sentAt,
    receivedAt,
    MAX_STALENESS_MS,
  );
  const scopes = new Set(
    facts.flatMap((one) =>
      enabled.flatMap((isEnabled) =>
        loginRequired.map((needsLogin) => effectiveScope(one, reader.name, isEnabled, needsLogin)),
      ),
    ),
  );
  return { facts, scopes: [...scopes] };
}

/** Returns undefined if the model allows the response, otherwise a description of the mismatch. */
export async function probePage(
  at: { url: string },
  item: Item,
  reader: Reader,
  pageId: number,
): Promise<string | undefined> {
  const url = `${at.url}${calls.page.info.path}?page_id=${pageId}`;
  const answer = await fetchWithEtag<PageInfo>(reader, url);
  const { data } = answer;
  const actual =
    data && [data.version, data.page_title, data.page_content, data.cat_id, data.s_number].join();
  const { facts, scopes } = await possibleStates(item, reader, answer);
  const allowed = facts.flatMap(({ pages }) =>
    scopes.map((scope) => {
      const page = pages.get(pageId);
      if (!page || !includesCatalog(scope, page.cat_id)) return undefined;
      return [page.version, page.title, page.content, page.cat_id, page.s_number].join();
    }),
  );
  if (allowed.includes(actual)) return undefined;
  return `page ${pageId} for ${reader.name}: ${actual} is none of ${allowed.join(' · ')}`;
}

function listMenuPages(menu: { pages: MenuPage[]; catalogs: MenuCatalog[] }): MenuPage[] {
  return [...menu.pages, ...menu.catalogs.flatMap(listMenuPages)];
}

function treeOf({ pages, cats }: ItemState, scope: Scope) {
  return {
    pages: [...pages]
      .filter(([, { cat_id }]) => includesCatalog(scope, cat_id))
      .map(([page_id, { title, s_number }]) => `${page_id} ${title} ${s_number}`),
    cats: [...cats]
      .filter(([cat_id]) => includesCatalog(scope, cat_id))
      .map(([cat_id, name]) => `${cat_id} ${name}`),
  };
}

const joinSorted = (parts: readonly string[]) => parts.toSorted().join();

export async function probeItem(
  at: { url: string },
  item: Item,
  reader: Reader,
): Promise<string | undefined> {
  const url = `${at.url}${calls.item.info.path}?item_id=${item.item_id}`;
  const answer = await fetchWithEtag<ItemInfo>(reader, url);
  const { data } = answer;
  const { facts, scopes } = await possibleStates(item, reader, answer);
  const subject = `item ${item.item_id} for ${reader.name}`;
  if (!data) return scopes.includes('none') ? undefined : `${subject}: turned away`;
  if (scopes.every((scope) => scope === 'none')) return `${subject}: let in`;
  if (!facts.some(({ name }) => name === data.item_name)) return `${subject}: ${data.item_name}`;
  const trees = facts.flatMap((one) => scopes.map((scope) => treeOf(one, scope)));
  const pages = joinSorted(
    listMenuPages(data.menu).map((page) => `${page.page_id} ${page.page_title} ${page.s_number}`),
  );
  if (!trees.some((tree) => joinSorted(tree.pages) === pages)) return `${subject}: pages ${pages}`;
  const cats = joinSorted(
    data.menu.catalogs.map(({ cat_id, cat_name }) => `${cat_id} ${cat_name}`),
  );
  return trees.some((tree) => joinSorted(tree.cats) === cats)
    ? undefined
    : `${subject}: catalogs ${cats}`;
}
