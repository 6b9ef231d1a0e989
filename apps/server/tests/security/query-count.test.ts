import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../helpers/client.ts';
import { countQueries } from '../helpers/count-queries.ts';
import { logIn, makeLoggedInUser } from '../helpers/factories.ts';
import { makeCatalog, makeItem, makePage } from '../helpers/item-factories.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

/** Creates an item with members, and teams with members that are linked to it. */
async function makeItemWithMembers(size: {
  members: number;
  teams: number;
  each: number;
  pages: number;
}) {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner });
  const catalog = await makeCatalog(site, item_id);
  const page_id = await makePage(site, item_id, { catalog, author: owner, count: size.pages });
  const prefix = `crowd${item_id}x`;
  await site.database.query(
    `with person as (
       insert into "user" (username, username_key)
       select $2 || n, $2 || n from generate_series(1, $3::int) n returning uid
     ), joined as (insert into item_member (item_id, uid, member_group_id)
       select $1, uid, 1 from person limit $4)
     select 1`,
    [item_id, prefix, Math.max(size.members, size.each), size.members],
  );
  await site.database.query(
    `with made as (insert into team (team_name, uid)
       select 'Team ' || n, $2 from generate_series(1, $3::int) n returning id),
     linked as (insert into team_item (team_id, item_id) select id, $1 from made
       returning id, team_id),
     joined as (insert into team_member (team_id, uid)
       select made.id, person.uid from made,
         (select uid from "user" where username like $4 || '%' order by uid limit $5) person
       returning id, team_id)
     insert into team_item_member (team_item_id, team_member_id, member_group_id)
     select linked.id, joined.id, 1 from linked join joined using (team_id) where joined.id % 2 = 0`,
    [item_id, owner.uid, size.teams, prefix, size.each],
  );
  site.deps.bus.publish('item', String(item_id));
  const [row] = await site.database.query<{ uid: string; username: string }>(
    `select uid, username from "user" where username like $1 || '%' order by uid limit 1`,
    [prefix],
  );
  const [link] = await site.database.query<{ id: string; team_id: string }>(
    'select id, team_id from team_item where item_id = $1 order by team_id limit 1',
    [item_id],
  );
  const username = row?.username ?? '';
  const member = await logIn(site, Number(row?.uid));
  const [team_id, team_item_id] = [Number(link?.team_id), Number(link?.id)];
  return { owner: owner.client, member, username, item_id, page_id, team_id, team_item_id };
}

type ItemWithMembers = Awaited<ReturnType<typeof makeItemWithMembers>>;
type MeasuredCall = readonly [
  who: (fixture: ItemWithMembers) => TestClient,
  call: Call,
  input: (fixture: ItemWithMembers) => object,
];

const owner = (fixture: ItemWithMembers) => fixture.owner;
const member = (fixture: ItemWithMembers) => fixture.member;
const item = ({ item_id }: ItemWithMembers) => ({ item_id });

const measuredCalls: Readonly<Record<string, MeasuredCall>> = {
  'item.info': [member, calls.item.info, item],
  'item.search': [member, calls.item.search, ({ item_id }) => ({ item_id, keyword: 'absent' })],
  'item.myList': [member, calls.item.myList, () => ({})],
  'item.explainAccess': [
    owner,
    calls.item.explainAccess,
    ({ item_id, page_id, username }) => ({ item_id, page_id, username }),
  ],
  'page.info': [member, calls.page.info, ({ page_id }) => ({ page_id })],
  'page.save': [member, calls.page.save, ({ page_id }) => ({ page_id, s_number: 5 })],
  'page.history': [member, calls.page.history, ({ page_id }) => ({ page_id })],
  'page.backlinks': [member, calls.page.backlinks, ({ page_id }) => ({ page_id })],
  'home.open': [member, calls.home.open, () => ({})],
  'home.viewed': [member, calls.home.viewed, ({ page_id }) => ({ page_id })],
  'page.suggest': [member, calls.page.suggest, ({ item_id }) => ({ item_id, keyword: 'absent' })],
  'member.mentionable': [member, calls.member.mentionable, item],
  'catalog.catListGroup': [member, calls.catalog.catListGroup, item],
  'member.getList': [owner, calls.member.getList, item],
  'member.save': [
    owner,
    calls.member.save,
    ({ item_id, username }) => ({ item_id, username, member_group_id: 1 }),
  ],
  'team.getList': [owner, calls.team.getList, () => ({})],
  'team.save': [owner, calls.team.save, ({ team_id }) => ({ id: team_id, team_name: 'Same' })],
  'teamMember.getList': [owner, calls.teamMember.getList, ({ team_id }) => ({ team_id })],
  'teamMember.save': [
    owner,
    calls.teamMember.save,
    ({ team_id, username }) => ({ team_id, member_username: username }),
  ],
  'teamItem.getList': [owner, calls.teamItem.getList, item],
  'teamItem.getListByTeam': [owner, calls.teamItem.getListByTeam, ({ team_id }) => ({ team_id })],
  'teamItemMember.getList': [
    owner,
    calls.teamItemMember.getList,
    ({ item_id, team_id }) => ({ item_id, team_id }),
  ],
  'teamItem.setRight': [
    owner,
    calls.teamItem.setRight,
    ({ team_item_id }) => ({ id: team_item_id, member_group_id: 1 }),
  ],
  'user.allUser': [owner, calls.user.allUser, () => ({ username: 'crowd' })],
};

/** Upper limit for each call with warm caches. */
const MAX_QUERIES = 16;

describe('the number of queries of a call', () => {
  it('is the same for a few people and for 500 members, 20 teams and 300 pages', async () => {
    const few = await makeItemWithMembers({ members: 2, teams: 1, each: 2, pages: 2 });
    const many = await makeItemWithMembers({ members: 500, teams: 20, each: 50, pages: 300 });
    const counts: Record<string, readonly number[]> = {};
    for (const [name, [who, call, input]] of Object.entries(measuredCalls)) {
      const cost = (fixture: ItemWithMembers) =>
        countQueries(site, () => who(fixture).callOk(call, input(fixture) as never));
      counts[name] = [await cost(few), await cost(many)];
    }
    for (const [name, [small = 0, large = 0]] of Object.entries(counts)) {
      expect([name, large]).toEqual([name, small]);
      expect([name, small <= MAX_QUERIES]).toEqual([name, true]);
    }
  });
});
