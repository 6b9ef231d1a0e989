import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import { randomUUID } from 'node:crypto';
import type { TestClient } from '../helpers/client.ts';
import {
  uniqueAddress,
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  makeVisitor,
} from '../helpers/factories.ts';
import { makeCatalog, makeItem, makePage } from '../helpers/item-factories.ts';
import type { TestSite } from '../helpers/site.ts';
import { ACTORS, expectedCode, STATES } from './matrix-table.ts';
import type { Actor, State } from './matrix-table.ts';

/** Part of all names and texts of the item: they must not occur in any response to an actor without read access. */
export const MARKERS = {
  item: 'kept-item-name',
  catalog: 'kept-catalog-name',
  page: 'kept-page-text',
} as const;

const USER_ACTORS = [
  'stranger',
  'owner',
  'former owner',
  'administrator',
  'auditor',
  'reading member',
  'editing member',
  'limited reader',
  'limited editor',
  'reading team member',
  'editing team member',
  'limited team editor',
  'team owner',
  'removed member',
  'member who left a team',
  'disabled user',
  'expired session',
  'editor of another catalog',
  'reader who edits another catalog',
] as const;
type UserActor = (typeof USER_ACTORS)[number];
type ActorUsers = Record<UserActor, Awaited<ReturnType<typeof makeLoggedInUser>>>;

/** Every actor has a separate IP address, so that no actor uses up the rate limit of another. */
function uniqueAddressHeader() {
  return { 'x-forwarded-for': uniqueAddress() };
}

async function makeUsers(site: TestSite): Promise<ActorUsers> {
  const users = {} as ActorUsers;
  for (const name of USER_ACTORS)
    users[name] = await makeLoggedInUser(
      site,
      { admin: name === 'administrator', auditor: name === 'auditor' },
      uniqueAddressHeader(),
    );
  await site.database.query('update "user" set disabled_time = now() where uid = $1', [
    users['disabled user'].uid,
  ]);
  await site.database.query(
    `update device set addtime = now() - interval '31 days' where uid = $1`,
    [users['expired session'].uid],
  );
  return users;
}

/** `[actor, edits, catalog]`; catalog 0 means all. */
type MemberRows = readonly (readonly [UserActor, number, number])[];

function columns(users: ActorUsers, memberRows: MemberRows) {
  return [
    memberRows.map(([name]) => users[name].uid),
    memberRows.map(([, edits]) => edits),
    memberRows.map(([, , catalog]) => catalog),
  ];
}

async function addMembers(
  site: TestSite,
  users: ActorUsers,
  itemId: number,
  memberRows: MemberRows,
) {
  await site.database.query(
    `insert into item_member (item_id, uid, member_group_id, cat_id)
     select $1, uid, edits, catalog
     from unnest($2::bigint[], $3::smallint[], $4::bigint[]) as t (uid, edits, catalog)`,
    [itemId, ...columns(users, memberRows)],
  );
}

/** Readers follow the default right of the team, the others have exceptions. */
async function linkTeam(site: TestSite, users: ActorUsers, itemId: number, memberRows: MemberRows) {
  await site.database.query(
    `with made as (insert into team (team_name, uid) values ('Squad', $5) returning id),
     linked as (insert into team_item (team_id, item_id) select id, $1 from made returning id),
     joined as (insert into team_member (team_id, uid)
       select made.id, uid from made, unnest($2::bigint[]) as t (uid) returning id, uid)
     insert into team_item_member (team_item_id, team_member_id, member_group_id, cat_id)
     select linked.id, joined.id, edits, catalog
     from linked, joined
     join unnest($2::bigint[], $3::smallint[], $4::bigint[]) as t (uid, edits, catalog) using (uid)
     where (edits, catalog) <> (0, 0)`,
    [itemId, ...columns(users, memberRows), users['team owner'].uid],
  );
}

async function makeFixture(site: TestSite, users: ActorUsers, ownerGone: boolean) {
  const owner = ownerGone ? await makeLoggedInUser(site, {}, uniqueAddressHeader()) : users.owner;
  const { client } = owner;
  const item_id = await makeItem(site, { owner: users['former owner'], item_name: MARKERS.item });
  await users['former owner'].client.callOk(calls.item.detail, { item_id });
  await site.database.query('update item set uid = $2 where item_id = $1', [item_id, owner.uid]);
  const inside = await makeCatalog(site, item_id, { cat_name: MARKERS.catalog });
  const otherCatalog = await makeCatalog(site, item_id, { cat_name: 'Elsewhere' });
  const [page_title, page_content] = [MARKERS.page, MARKERS.page];
  const page_id = await makePage(site, item_id, {
    catalog: inside,
    author: owner,
    page_title,
    page_content,
  });
  await client.callOk(calls.page.save, { page_id, page_content: `${MARKERS.page} again` });
  const [version] = await client.callOk(calls.page.history, { page_id, content: 0 });
  const { file_id } = await client.callOk(calls.page.upload, { page_id });
  const shared = { page_id, isCreateSiglePage: true };
  const { unique_key } = await client.callOk(calls.page.createSinglePage, shared);
  const { api_key, api_token } = await client.callOk(calls.item.getKey, { item_id });
  const reordered = { item_id, page_ids: [page_id], cat_id: inside.cat_id };
  const { move_id } = await client.callOk(calls.page.move, reordered);
  await addMembers(site, users, item_id, [
    ['reading member', 0, 0],
    ['editing member', 1, 0],
    ['limited reader', 0, inside.cat_id],
    ['limited editor', 1, inside.cat_id],
    ['removed member', 1, 0],
    ['disabled user', 1, 0],
    ['expired session', 1, 0],
    ['editor of another catalog', 1, otherCatalog.cat_id],
    ['reader who edits another catalog', 0, 0],
  ]);
  await linkTeam(site, users, item_id, [
    ['reading team member', 0, 0],
    ['editing team member', 1, 0],
    ['limited team editor', 1, inside.cat_id],
    ['member who left a team', 1, 0],
    ['reader who edits another catalog', 1, otherCatalog.cat_id],
  ]);
  site.deps.bus.publish('item', String(item_id));
  // Both have used their right, so that it is in every cache before they lose it.
  const [removed, left] = [users['removed member'], users['member who left a team']];
  await removed.client.callOk(calls.page.info, { page_id });
  await left.client.callOk(calls.page.info, { page_id });
  const members = await client.callOk(calls.member.getList, { item_id });
  const removedRow = members.find(({ username }) => username === removed.username);
  const item_member_id = removedRow?.item_member_id ?? 0;
  await client.callOk(calls.member.delete, { item_id, item_member_id });
  await left.client.callOk(calls.item.exitItem, { item_id });
  return {
    owner,
    item_id,
    page_id,
    cat_id: inside.cat_id,
    page_history_id: version?.page_history_id ?? 0,
    item_member_id: members[0]?.item_member_id ?? 0,
    file_id,
    move_id,
    unique_key,
    keys: { api_key, api_token },
  };
}

type MatrixFixture = Awaited<ReturnType<typeof makeFixture>>;

/** The state is applied to the finished item, as in production. */
async function applyState(site: TestSite, state: State, fixture: MatrixFixture): Promise<void> {
  const { item_id, page_id, owner } = fixture;
  const changes: Partial<Record<State, [string, number]>> = {
    private: [`update item set password_hash = 'x' where item_id = $1`, item_id],
    archived: ['update item set is_archived = 1 where item_id = $1', item_id],
    'type 3': ['update item set item_type = 3 where item_id = $1', item_id],
    deleted: ['update item set del_time = now() where item_id = $1', item_id],
    'page in bin': [
      'update page set del_time = now(), cat_id = 0, top_cat_id = 0 where page_id = $1',
      page_id,
    ],
    'disabled owner': ['update "user" set disabled_time = now() where uid = $1', owner.uid],
  };
  const change = changes[state];
  if (change) await site.database.query(change[0], [change[1]]);
  site.deps.bus.publish('item', String(item_id));
  site.deps.bus.publish('page', String(page_id));
  site.deps.bus.publish('account', String(owner.uid));
}

function clientFor(
  site: TestSite,
  users: ActorUsers,
  actor: Actor,
  fixture: MatrixFixture,
): TestClient {
  if (actor === 'owner') return fixture.owner.client;
  if (actor in users) return users[actor as UserActor].client;
  const guest = makeVisitor(site, uniqueAddressHeader());
  if (actor === 'visitor with pass') {
    const pass = { item_id: fixture.item_id, version: 0, expires: Date.now() + 60_000 };
    guest.cookies.set(
      `octavo-visit-${fixture.item_id}`,
      site.deps.visitPassCipher.encrypt(JSON.stringify(pass)),
    );
  }
  return guest;
}

function inputFor(name: string, fixture: MatrixFixture, newOwner: string): object {
  const { item_id, page_id, cat_id, page_history_id, item_member_id, file_id, move_id } = fixture;
  const inputs: Record<string, object> = {
    'item.search': { item_id, keyword: MARKERS.page },
    'item.update': { item_id, item_name: 'renamed' },
    'item.archive': { item_id, password: PASSWORD },
    'item.delete': { item_id, password: PASSWORD },
    'item.attorn': { item_id, username: newOwner, password: PASSWORD },
    'item.explainAccess': { item_id, page_id, username: newOwner },
    'member.mentionable': { item_id },
    'member.save': { item_id, username: newOwner },
    'member.delete': { item_id, item_member_id },
    'catalog.branch': { item_id, cat_id },
    'catalog.getPagesBycat': { item_id, cat_id },
    'catalog.save': { item_id, cat_name: 'another' },
    'catalog.batUpdate': { item_id, cats: [{ cat_id, cat_name: 'renamed' }] },
    'catalog.delete': { cat_id },
    'catalog.copy': { cat_id },
    'catalog.move': { item_id, cat_ids: [cat_id] },
    'catalog.undoMove': { item_id, move_id },
    'catalog.deleteMany': { item_id, cat_ids: [cat_id] },
    'export.begin': { item_id, format: 'word' },
    'page.info': { page_id },
    'page.history': { page_id, content: 0 },
    'page.diff': { page_id, page_history_id },
    'page.save': { page_id, page_content: 'new words' },
    'page.rename': { page_id, page_title: 'renamed' },
    'page.duplicate': { page_id },
    'page.move': { item_id, page_ids: [page_id], cat_id },
    'page.sort': { item_id, pages: { [page_id]: 3 } },
    // Without a keyword it lists pages of this item only; the items of other states have the same titles.
    'page.suggest': { item_id },
    'page.headings': { page_id },
    'page.backlinks': { page_id },
    'page.updateHistoryComments': { page_id, page_history_id, page_comments: 'x' },
    'page.delete': { page_id },
    'page.createSinglePage': { page_id, isCreateSiglePage: true },
    'home.viewed': { page_id },
    'favourite.add': { page_id },
    'page.saveDraft': {
      page_id,
      draft_id: randomUUID(),
      page_content: 'unsaved words',
      revision: 1,
    },
    'page.setLock': { page_id },
    'page.isLock': { page_id },
    'page.askLock': { page_id },
    'page.answerLock': { page_id, username: newOwner, is_agreed: true },
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
function credentialsOf(actor: Actor, { unique_key, keys }: MatrixFixture): object {
  if (actor === 'visitor with share key') return { unique_key };
  return actor === 'API token holder' ? keys : {};
}

/** Returns which parts of the item this response reveals to an actor who may not read them. */
function findLeaks(
  name: string,
  actor: Actor,
  at: number,
  answer: { error_code: number },
): string[] {
  const text = JSON.stringify(answer);
  const revealed = (Object.keys(MARKERS) as (keyof typeof MARKERS)[]).filter((kind) =>
    text.includes(MARKERS[kind]),
  );
  if (answer.error_code !== 0) return revealed;
  // The owner's recycle bin is the only place that shows the title of a deleted page.
  const inBin = name === 'recycle.getList' && actor === 'owner';
  const hidden = {
    item: false,
    catalog: expectedCode('catalog.branch', actor, at) !== 0,
    page: expectedCode('page.info', actor, at) !== 0 && !inBin,
  };
  return revealed.filter((kind) => hidden[kind]);
}

/** The same check for the HTML documents of the reader, including headers. */
async function findDocumentLeaks(
  client: TestClient,
  fixture: MatrixFixture,
  actor: Actor,
  at: number,
) {
  const { item_id, page_id } = fixture;
  const hidden = {
    item: expectedCode('item.info', actor, at) !== 0,
    catalog: expectedCode('catalog.branch', actor, at) !== 0,
    page: expectedCode('page.info', actor, at) !== 0,
  };
  const revealed: string[] = [];
  for (const url of [`/${item_id}`, `/${item_id}/${page_id}`, `/page/${page_id}`]) {
    const answer = await client.request({ method: 'GET', url });
    const isRedirect = answer.headers['location'] === `/${item_id}/${page_id}`;
    const { headers, body } = isRedirect
      ? await client.request({ method: 'GET', url: `/${item_id}/${page_id}` })
      : answer;
    const text = JSON.stringify(headers) + body;
    for (const [kind, marker] of Object.entries(MARKERS))
      if (hidden[kind as keyof typeof hidden] && text.includes(marker))
        revealed.push(`${actor}, ${STATES[at]}: ${url} reveals the ${kind}`);
    // An actor with read access must get the text, otherwise the search for markers proves nothing.
    if (!hidden.page && url.endsWith(`/${page_id}`) && !text.includes(MARKERS.page))
      revealed.push(`${actor}, ${STATES[at]}: ${url} does not show the page`);
  }
  return revealed;
}

export interface Matrix {
  /** Returns which documents reveal a text to an actor without read access. */
  checkDocuments(): Promise<string[]>;
  /** Checks every actor in every state, or in the given states; returns the deviations from the table. */
  check(name: string, call: Call, states?: readonly State[]): Promise<string[]>;
}

export async function createMatrix(site: TestSite): Promise<Matrix> {
  const users = await makeUsers(site);
  const newOwner = (await makeUser(site)).username;
  const fixtureIn = async (state: State) => {
    const fixture = await makeFixture(site, users, state === 'disabled owner');
    await applyState(site, state, fixture);
    return fixture;
  };
  return {
    async checkDocuments() {
      const differences: string[] = [];
      for (const [at, state] of STATES.entries()) {
        const fixture = await fixtureIn(state);
        for (const actor of ACTORS) {
          const client = clientFor(site, users, actor, fixture);
          differences.push(...(await findDocumentLeaks(client, fixture, actor, at)));
        }
      }
      return differences;
    },

    async check(name, call, states = STATES) {
      const differences: string[] = [];
      for (const state of states) {
        const at = STATES.indexOf(state);
        let fixture = await fixtureIn(state);
        for (const actor of ACTORS) {
          const client = clientFor(site, users, actor, fixture);
          const input = { ...inputFor(name, fixture, newOwner), ...credentialsOf(actor, fixture) };
          const answer = await client.call(call, input);
          const expected = expectedCode(name, actor, at);
          if (answer.error_code !== expected)
            differences.push(`${actor}, ${state}: ${answer.error_code} instead of ${expected}`);
          for (const kind of findLeaks(name, actor, at, answer))
            differences.push(`${actor}, ${state}: reveals the ${kind}`);
          // A rejected call changes nothing; after a successful command the fixture is created anew.
          if (answer.error_code === 0 && call.kind === 'command') fixture = await fixtureIn(state);
        }
      }
      return differences;
    },
  };
}
