import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import type { TestClient } from '../testing/client.ts';
import { freshAddress, makeLoggedIn, makeUser, PASSWORD, visitor } from '../testing/factories.ts';
import { makeCatalog, makeItem, makePage } from '../testing/item-factories.ts';
import type { TestSite } from '../testing/site.ts';
import { ACTORS, expectedCode, STATES } from './matrix-table.ts';
import type { Actor, State } from './matrix-table.ts';

/** Part of all names and texts of the item: they must not occur in any response to an actor without read access. */
export const MARKERS = {
  item: 'kept-item-name',
  catalog: 'kept-catalog-name',
  page: 'kept-page-text',
} as const;

const PEOPLE = [
  'stranger',
  'owner',
  'former owner',
  'administrator',
  'reading member',
  'editing member',
  'limited reader',
  'limited editor',
  'reading team member',
  'editing team member',
  'limited team editor',
  'team owner',
  'removed member',
  'one who left through a team',
  'disabled person',
  'expired login',
  'editor elsewhere',
  'reader who edits elsewhere',
] as const;
type Name = (typeof PEOPLE)[number];
type People = Record<Name, Awaited<ReturnType<typeof makeLoggedIn>>>;

/** Every actor has a separate IP address, so that no actor uses up the rate limit of another. */
function apart() {
  return { 'x-forwarded-for': freshAddress() };
}

async function makePeople(site: TestSite): Promise<People> {
  const people = {} as People;
  for (const name of PEOPLE)
    people[name] = await makeLoggedIn(site, { admin: name === 'administrator' }, apart());
  await site.database.query('update "user" set disabled_time = now() where uid = $1', [
    people['disabled person'].uid,
  ]);
  await site.database.query(
    `update device set addtime = now() - interval '31 days' where uid = $1`,
    [people['expired login'].uid],
  );
  return people;
}

/** `[actor, edits, catalog]`; catalog 0 means all. */
type Ties = readonly (readonly [Name, number, number])[];

function columns(people: People, ties: Ties) {
  return [
    ties.map(([name]) => people[name].uid),
    ties.map(([, edits]) => edits),
    ties.map(([, , catalog]) => catalog),
  ];
}

async function addMembers(site: TestSite, people: People, itemId: number, ties: Ties) {
  await site.database.query(
    `insert into item_member (item_id, uid, member_group_id, cat_id)
     select $1, uid, edits, catalog
     from unnest($2::bigint[], $3::smallint[], $4::bigint[]) as t (uid, edits, catalog)`,
    [itemId, ...columns(people, ties)],
  );
}

async function bindTeam(site: TestSite, people: People, itemId: number, ties: Ties) {
  await site.database.query(
    `with made as (insert into team (team_name, uid) values ('Squad', $5) returning id),
     bound as (insert into team_item (team_id, item_id) select id, $1 from made returning id),
     joined as (insert into team_member (team_id, uid)
       select made.id, uid from made, unnest($2::bigint[]) as t (uid) returning id, uid)
     insert into team_item_member (team_item_id, team_member_id, member_group_id, cat_id)
     select bound.id, joined.id, edits, catalog
     from bound, joined
     join unnest($2::bigint[], $3::smallint[], $4::bigint[]) as t (uid, edits, catalog) using (uid)`,
    [itemId, ...columns(people, ties), people['team owner'].uid],
  );
}

async function makeWorld(site: TestSite, people: People, ownerGone: boolean) {
  const owner = ownerGone ? await makeLoggedIn(site, {}, apart()) : people.owner;
  const { client } = owner;
  const item_id = await makeItem(site, { owner: people['former owner'], item_name: MARKERS.item });
  await people['former owner'].client.must(calls.item.detail, { item_id });
  await site.database.query('update item set uid = $2 where item_id = $1', [item_id, owner.uid]);
  const inside = await makeCatalog(site, item_id, { cat_name: MARKERS.catalog });
  const elsewhere = await makeCatalog(site, item_id, { cat_name: 'Elsewhere' });
  const [page_title, page_content] = [MARKERS.page, MARKERS.page];
  const page_id = await makePage(site, item_id, {
    catalog: inside,
    author: owner,
    page_title,
    page_content,
  });
  await client.must(calls.page.save, { page_id, page_content: `${MARKERS.page} again` });
  const [version] = await client.must(calls.page.history, { page_id, content: 0 });
  const { file_id } = await client.must(calls.page.upload, { page_id });
  const shared = { page_id, isCreateSiglePage: true };
  const { unique_key } = await client.must(calls.page.createSinglePage, shared);
  const { api_key, api_token } = await client.must(calls.item.getKey, { item_id });
  await addMembers(site, people, item_id, [
    ['reading member', 0, 0],
    ['editing member', 1, 0],
    ['limited reader', 0, inside.cat_id],
    ['limited editor', 1, inside.cat_id],
    ['removed member', 1, 0],
    ['disabled person', 1, 0],
    ['expired login', 1, 0],
    ['editor elsewhere', 1, elsewhere.cat_id],
    ['reader who edits elsewhere', 0, 0],
  ]);
  await bindTeam(site, people, item_id, [
    ['reading team member', 0, 0],
    ['editing team member', 1, 0],
    ['limited team editor', 1, inside.cat_id],
    ['one who left through a team', 1, 0],
    ['reader who edits elsewhere', 1, elsewhere.cat_id],
  ]);
  site.deps.bus.publish('item', String(item_id));
  // Both have used their right, so that it is in every cache before they lose it.
  const [removed, left] = [people['removed member'], people['one who left through a team']];
  await removed.client.must(calls.page.info, { page_id });
  await left.client.must(calls.page.info, { page_id });
  const members = await client.must(calls.member.getList, { item_id });
  const gone = members.find(({ username }) => username === removed.username);
  const item_member_id = gone?.item_member_id ?? 0;
  await client.must(calls.member.delete, { item_id, item_member_id });
  await left.client.must(calls.item.exitItem, { item_id });
  return {
    owner,
    item_id,
    page_id,
    cat_id: inside.cat_id,
    page_history_id: version?.page_history_id ?? 0,
    item_member_id: members[0]?.item_member_id ?? 0,
    file_id,
    unique_key,
    keys: { api_key, api_token },
  };
}

type World = Awaited<ReturnType<typeof makeWorld>>;

/** The state is applied to the finished item, as in production. */
async function enter(site: TestSite, state: State, world: World): Promise<void> {
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

function clientOf(site: TestSite, people: People, actor: Actor, world: World): TestClient {
  if (actor === 'owner') return world.owner.client;
  if (actor in people) return people[actor as Name].client;
  const guest = visitor(site, apart());
  if (actor === 'visitor with pass') {
    const pass = { item_id: world.item_id, version: 0, expires: Date.now() + 60_000 };
    guest.cookies.set(
      `octavo-visit-${world.item_id}`,
      site.deps.visitSealer.seal(JSON.stringify(pass)),
    );
  }
  return guest;
}

function inputOf(name: string, world: World, heir: string): object {
  const { item_id, page_id, cat_id, page_history_id, item_member_id, file_id } = world;
  const inputs: Record<string, object> = {
    'item.search': { item_id, keyword: MARKERS.page },
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
    'export.begin': { item_id, format: 'word' },
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
    'page.upload': { page_id },
    'page.uploadImg': { page_id },
    'page.uploadList': { page_id },
    'page.downloadFiles': { page_id },
    'page.deleteUploadFile': { page_id, file_id },
    'attachment.bindingPage': { page_id, file_id },
    'sheet.read': { page_id },
    'sheet.export': { page_id },
    'mock.add': { page_id, template: '{"a":1}' },
    'mock.infoByPageId': { page_id },
    'mock.sample': { page_id, template: '{"a":1}' },
    'mock.openPath': { item_id, is_open: true },
    'recycle.recover': { item_id, page_id },
  };
  return inputs[name] ?? { item_id };
}

/** The credentials that an actor sends besides the input. */
function proofOf(actor: Actor, { unique_key, keys }: World): object {
  if (actor === 'visitor with share key') return { unique_key };
  return actor === 'holder of the API token' ? keys : {};
}

/** Returns which parts of the item this response reveals to an actor who may not read them. */
function leaks(name: string, actor: Actor, at: number, answer: { error_code: number }): string[] {
  const text = JSON.stringify(answer);
  const told = (Object.keys(MARKERS) as (keyof typeof MARKERS)[]).filter((kind) =>
    text.includes(MARKERS[kind]),
  );
  if (answer.error_code !== 0) return told;
  // The owner's recycle bin is the only place that shows the title of a deleted page.
  const inBin = name === 'recycle.getList' && actor === 'owner';
  const hidden = {
    item: false,
    catalog: expectedCode('catalog.branch', actor, at) !== 0,
    page: expectedCode('page.info', actor, at) !== 0 && !inBin,
  };
  return told.filter((kind) => hidden[kind]);
}

/** The same check for the HTML documents of the reader, including headers. */
async function documentLeaks(client: TestClient, world: World, actor: Actor, at: number) {
  const { item_id, page_id } = world;
  const hidden = {
    item: expectedCode('item.info', actor, at) !== 0,
    catalog: expectedCode('catalog.branch', actor, at) !== 0,
    page: expectedCode('page.info', actor, at) !== 0,
  };
  const told: string[] = [];
  for (const url of [`/${item_id}`, `/${item_id}/${page_id}`, `/page/${page_id}`]) {
    const { headers, body } = await client.request({ method: 'GET', url });
    const text = JSON.stringify(headers) + body;
    for (const [kind, marker] of Object.entries(MARKERS))
      if (hidden[kind as keyof typeof hidden] && text.includes(marker))
        told.push(`${actor}, ${STATES[at]}: ${url} tells the ${kind}`);
    // An actor with read access must get the text, otherwise the search for markers proves nothing.
    if (!hidden.page && url.endsWith(`/${page_id}`) && !text.includes(MARKERS.page))
      told.push(`${actor}, ${STATES[at]}: ${url} does not show the page`);
  }
  return told;
}

export interface Matrix {
  /** Returns which documents reveal a text to an actor without read access. */
  read(): Promise<string[]>;
  /** Checks every actor in every state, or in the given states; returns the deviations from the table. */
  walk(name: string, call: Call, states?: readonly State[]): Promise<string[]>;
}

export async function openMatrix(site: TestSite): Promise<Matrix> {
  const people = await makePeople(site);
  const heir = (await makeUser(site)).username;
  const worldIn = async (state: State) => {
    const world = await makeWorld(site, people, state === 'owner gone');
    await enter(site, state, world);
    return world;
  };
  return {
    async read() {
      const differences: string[] = [];
      for (const [at, state] of STATES.entries()) {
        const world = await worldIn(state);
        for (const actor of ACTORS) {
          const client = clientOf(site, people, actor, world);
          differences.push(...(await documentLeaks(client, world, actor, at)));
        }
      }
      return differences;
    },

    async walk(name, call, states = STATES) {
      const differences: string[] = [];
      for (const state of states) {
        const at = STATES.indexOf(state);
        let world = await worldIn(state);
        for (const actor of ACTORS) {
          const client = clientOf(site, people, actor, world);
          const input = { ...inputOf(name, world, heir), ...proofOf(actor, world) };
          const answer = await client.call(call, input);
          const expected = expectedCode(name, actor, at);
          if (answer.error_code !== expected)
            differences.push(`${actor}, ${state}: ${answer.error_code} instead of ${expected}`);
          for (const kind of leaks(name, actor, at, answer))
            differences.push(`${actor}, ${state}: tells the ${kind}`);
          // A rejected call changes nothing; after a successful command the fixture is created anew.
          if (answer.error_code === 0 && call.kind === 'command') world = await worldIn(state);
        }
      }
      return differences;
    },
  };
}
