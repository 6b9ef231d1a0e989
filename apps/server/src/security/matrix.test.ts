import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { logIn, makeLoggedIn, makeUser, PASSWORD, visitor } from '../testing/factories.ts';
import { addMember, makeCatalog, makeItem, makePage } from '../testing/item-factories.ts';
import { openTestSite } from '../testing/site.ts';
import type { TestSite } from '../testing/site.ts';
import { ACTORS, MATRIX, STATES } from './matrix-table.ts';
import type { Actor, State } from './matrix-table.ts';

let site: TestSite;
let people: Record<
  'stranger' | 'former owner' | 'administrator' | 'reading member' | 'editing member',
  { uid: number; client: TestClient }
>;
let heir: string;

beforeAll(async () => {
  site = await openTestSite();
  heir = (await makeUser(site)).username;
  people = {
    stranger: await makeLoggedIn(site),
    'former owner': await makeLoggedIn(site),
    administrator: await makeLoggedIn(site, { admin: true }),
    'reading member': await makeLoggedIn(site),
    'editing member': await makeLoggedIn(site),
  };
});
afterAll(() => site.close());

/** A marker that stands in everything the item holds: a refused answer must not contain it. */
const MARKER = 'kept-from-strangers';

async function makeWorld() {
  const owner = await makeUser(site);
  const client = await logIn(site, owner.uid);
  const item_id = await makeItem(site, { owner, item_name: MARKER });
  const catalog = await makeCatalog(site, item_id, { cat_name: MARKER });
  const page_id = await makePage(site, item_id, {
    catalog,
    author: owner,
    page_title: MARKER,
    page_content: MARKER,
  });
  await client.must(calls.page.save, { page_id, page_content: `${MARKER} again` });
  const [version] = await client.must(calls.page.history, { page_id });
  await addMember(site, item_id, people['reading member']);
  await addMember(site, item_id, people['editing member'], { edit: true });
  const [member] = await client.must(calls.member.getList, { item_id });
  return {
    owner: { ...owner, client },
    item_id,
    page_id,
    cat_id: catalog.cat_id,
    page_history_id: version?.page_history_id ?? 0,
    item_member_id: member?.item_member_id ?? 0,
  };
}

type World = Awaited<ReturnType<typeof makeWorld>>;

/** The state comes over the finished item, as it does in life. */
async function enter(state: State, world: World): Promise<void> {
  const { item_id, page_id, owner } = world;
  const changes: Partial<Record<State, [string, number]>> = {
    private: [`update item set password_hash = 'x' where item_id = $1`, item_id],
    archived: ['update item set is_archived = 1 where item_id = $1', item_id],
    'type 3': ['update item set item_type = 3 where item_id = $1', item_id],
    deleted: ['update item set del_time = now() where item_id = $1', item_id],
    'page in bin': [
      'update page set del_time = now(), cat_id = 0, top_cat_id = 0 where page_id = $1',
      page_id,
    ],
    'owner gone': ['update "user" set disabled_time = now() where uid = $1', owner.uid],
  };
  const change = changes[state];
  if (change) await site.database.query(change[0], [change[1]]);
  site.deps.bus.publish('item', String(item_id));
  site.deps.bus.publish('page', String(page_id));
  site.deps.bus.publish('account', String(owner.uid));
}

function clientOf(actor: Actor, world: World): TestClient {
  if (actor === 'owner') return world.owner.client;
  if (actor in people) return people[actor as keyof typeof people].client;
  const guest = visitor(site);
  if (actor === 'visitor with pass') {
    const pass = { item_id: world.item_id, version: 0, expires: Date.now() + 60_000 };
    guest.cookies.set(
      `octavo-visit-${world.item_id}`,
      site.deps.visitSealer.seal(JSON.stringify(pass)),
    );
  }
  return guest;
}

function inputOf(name: string, world: World): object {
  const { item_id, page_id, cat_id, page_history_id, item_member_id } = world;
  const inputs: Record<string, object> = {
    'item.search': { item_id, keyword: MARKER },
    'item.update': { item_id, item_name: 'renamed' },
    'item.archive': { item_id, password: PASSWORD },
    'item.delete': { item_id, password: PASSWORD },
    'item.attorn': { item_id, username: heir, password: PASSWORD },
    'item.explainAccess': { item_id, page_id, username: heir },
    'member.save': { item_id, username: heir },
    'member.delete': { item_id, item_member_id },
    'catalog.branch': { item_id, cat_id },
    'catalog.getPagesBycat': { item_id, cat_id },
    'catalog.save': { item_id, cat_name: 'another' },
    'catalog.batUpdate': { item_id, cats: [{ cat_id, cat_name: 'renamed' }] },
    'catalog.delete': { cat_id },
    'catalog.copy': { cat_id },
    'page.info': { page_id },
    'page.history': { page_id, content: 0 },
    'page.diff': { page_id, page_history_id },
    'page.save': { page_id, page_content: 'new words' },
    'page.sort': { item_id, pages: { [page_id]: 3 } },
    'page.updateHistoryComments': { page_id, page_history_id, page_comments: 'x' },
    'page.delete': { page_id },
    'page.createSinglePage': { page_id, isCreateSiglePage: true },
    'page.setLock': { page_id },
    'page.isLock': { page_id },
    'page.askLock': { page_id },
    'page.answerLock': { page_id, username: heir, is_agreed: true },
    'mock.add': { page_id, template: '{"a":1}' },
    'mock.infoByPageId': { page_id },
    'mock.sample': { page_id, template: '{"a":1}' },
    'mock.openPath': { item_id, is_open: true },
    'recycle.recover': { item_id, page_id },
  };
  return inputs[name] ?? { item_id };
}

const itemCalls = Object.entries(calls).flatMap(([noun, verbs]) =>
  Object.entries(verbs)
    .map(([verb, call]) => [`${noun}.${verb}`, call as Call] as const)
    .filter(([, call]) => call.access.who === 'item'),
);

describe('M1 rights, call by call, person by person, state by state', () => {
  it('has a line for every call on an item', () => {
    expect(Object.keys(MATRIX).toSorted()).toEqual(itemCalls.map(([name]) => name).toSorted());
  });

  it.each(itemCalls)(
    '%s',
    async (name, call) => {
      const differences: string[] = [];
      for (const [at, state] of STATES.entries())
        for (const actor of ACTORS) {
          const world = await makeWorld();
          await enter(state, world);
          const client = clientOf(actor, world);
          const answer = await client.call(call, inputOf(name, world) as never);
          const expected = MATRIX[name]?.[actor][at];
          if (answer.error_code !== expected)
            differences.push(`${actor}, ${state}: ${answer.error_code} instead of ${expected}`);
          // M4: a refusal holds nothing of what it refuses.
          if (answer.error_code !== 0 && JSON.stringify(answer).includes(MARKER))
            differences.push(`${actor}, ${state}: the refusal tells`);
        }
      expect(differences).toEqual([]);
    },
    120_000,
  );
});
