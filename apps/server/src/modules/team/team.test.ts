import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, makeUser, PASSWORD } from '../../../tests/helpers/factories.ts';
import { archiveItem, makeItem, makeItemTree } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { team, teamMember, teamItem, teamItemMember, item, page } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

/** A team with two members and a private item of its owner that is linked to it. */
async function makeFixture() {
  const tree = await makeItemTree(site);
  const { owner, item_id } = tree;
  await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [item_id]);
  site.deps.bus.publish('item', String(item_id));
  const [a, b] = [await makeLoggedInUser(site), await makeLoggedInUser(site)];
  const { id: team_id } = await owner.client.callOk(team.save, { team_name: 'Storefront squad' });
  const member_username = [a.username, b.username];
  await owner.client.callOk(teamMember.save, { team_id, member_username });
  await owner.client.callOk(teamItem.save, { team_id, item_id });
  return { ...tree, team_id, a, b };
}

type Fixture = Awaited<ReturnType<typeof makeFixture>>;

async function findMemberRow(
  { owner, team_id, item_id }: Fixture,
  username: string,
  asker = owner.client,
) {
  const rows = await asker.callOk(teamItemMember.getList, { team_id, item_id });
  const row = rows.find(({ member_username }) => member_username === username);
  if (!row) throw new Error(`${username} is not in the list`);
  return row;
}

async function setRights(fixture: Fixture, username: string, change: object) {
  const { id } = await findMemberRow(fixture, username);
  await fixture.owner.client.callOk(teamItemMember.save, { id, ...change });
}

const canOpen = async (person: { client: Fixture['owner']['client'] }, item_id: number) =>
  (await person.client.call(item.info, { item_id })).error_code === 0;

describe('a team', () => {
  it('is created, renamed, counted and deleted; its deletion ends the access it gave', async () => {
    const fixture = await makeFixture();
    const { owner, team_id, item_id, a } = fixture;
    await owner.client.callOk(team.save, { id: team_id, team_name: 'Partner support' });
    expect(await owner.client.callOk(team.getList, {})).toMatchObject([
      { id: team_id, team_name: 'Partner support', memberCount: 2, itemCount: 1 },
    ]);
    expect(await canOpen(a, item_id)).toBe(true);
    expect(await a.client.callOk(item.myList, {})).toMatchObject([{ item_id, creator: 0 }]);
    await owner.client.callOk(team.delete, { id: team_id });
    expect(await canOpen(a, item_id)).toBe(false);
    expect(await a.client.callOk(item.myList, {})).toEqual([]);
    expect(await owner.client.callOk(team.getList, {})).toEqual([]);
    const left = await site.database.query(
      `select 1 from team_item_member join team_item on team_item.id = team_item_id
       where item_id = $1`,
      [item_id],
    );
    expect(left).toEqual([]);
  });

  it('of another user is not found', async () => {
    const fixture = await makeFixture();
    const { team_id, item_id, a, owner } = fixture;
    const stranger = await makeLoggedInUser(site);
    const [link] = await owner.client.callOk(teamItem.getListByTeam, { team_id });
    const [row] = await owner.client.callOk(teamMember.getList, { team_id });
    const memberRow = await findMemberRow(fixture, a.username);
    const { username } = await makeUser(site);
    for (const { client } of [stranger, a]) {
      const answers = [
        client.call(team.save, { id: team_id, team_name: 'Mine' }),
        client.call(team.delete, { id: team_id }),
        client.call(team.attorn, { team_id, username, password: PASSWORD }),
        client.call(teamMember.getList, { team_id }),
        client.call(teamMember.save, { team_id, member_username: username }),
        client.call(teamMember.delete, { id: row?.id ?? 0 }),
        client.call(teamItem.getListByTeam, { team_id }),
        client.call(teamItem.save, { team_id, item_id }),
        client.call(teamItem.delete, { id: link?.id ?? 0 }),
        client.call(teamItemMember.getList, { team_id, item_id }),
        client.call(teamItemMember.save, { id: memberRow.id, member_group_id: 1 }),
      ];
      for (const answer of await Promise.all(answers)) expect(answer.error_code).toBe(10101);
      expect(await client.callOk(team.getList, {})).toEqual([]);
    }
    expect((await a.client.call(teamItem.getList, { item_id })).error_code).toBe(10303);
  });

  it('accepts only items of its owner, all or none', async () => {
    const { owner, team_id } = await makeFixture();
    const own = await makeItem(site, { owner });
    const foreign = await makeItem(site);
    const code = async (item_id: number[]) =>
      (await owner.client.call(teamItem.save, { team_id, item_id })).error_code;
    expect(await code([own, foreign])).toBe(10303);
    expect(await code([own, 999_999_999])).toBe(10303);
    expect(await owner.client.callOk(teamItem.getListByTeam, { team_id })).toHaveLength(1);
    expect(await code([own])).toBe(0);
    await archiveItem(site, own);
    const { id } = await owner.client.callOk(team.save, { team_name: 'Second' });
    const frozen = await owner.client.call(teamItem.save, { team_id: id, item_id: own });
    expect(frozen.error_code).toBe(10605);
    expect(await owner.client.callOk(team.getList, {})).toMatchObject([
      { team_name: 'Second', itemCount: 0 },
      { team_name: 'Storefront squad', itemCount: 2 },
    ]);
  });
});

describe('team members', () => {
  it('have read access by default, whether the item or the member was added first', async () => {
    const fixture = await makeFixture();
    const { owner, team_id, item_id, a, pages } = fixture;
    const late = await makeLoggedInUser(site);
    await owner.client.callOk(teamMember.save, { team_id, member_username: late.username });
    for (const { client } of [a, late]) {
      const info = await client.callOk(item.info, { item_id });
      expect(info).toMatchObject({ item_edit: false, item_manage: false });
    }
    const save = { page_id: pages.guides, page_content: 'new words' };
    expect((await a.client.call(page.save, save)).error_code).toBe(10103);
    await setRights(fixture, a.username, { member_group_id: 1 });
    expect((await a.client.call(page.save, save)).error_code).toBe(0);
    expect((await late.client.call(page.save, save)).error_code).toBe(10103);
  });

  it('can be limited to one first-level catalog of that item', async () => {
    const fixture = await makeFixture();
    const { owner, a, catalogs, pages } = fixture;
    const other = await makeItemTree(site);
    await setRights(fixture, a.username, { cat_id: catalogs.api.cat_id, member_group_id: 1 });
    expect((await a.client.call(page.info, { page_id: pages.orders })).error_code).toBe(0);
    expect((await a.client.call(page.info, { page_id: pages.guides })).error_code).toBe(10101);
    const { id } = await findMemberRow(fixture, a.username);
    for (const cat_id of [catalogs.orders.cat_id, other.catalogs.guides.cat_id, 999_999_999])
      expect((await owner.client.call(teamItemMember.save, { id, cat_id })).error_code).toBe(10101);
    for (const member_group_id of [2, -1, 99])
      expect(
        (await owner.client.call(teamItemMember.save, { id, member_group_id })).error_code,
      ).toBe(10101);
  });

  it('lose access when they leave the team or the item is unlinked from the team', async () => {
    const { owner, team_id, item_id, a, b } = await makeFixture();
    const [row] = await owner.client.callOk(teamMember.getList, { team_id });
    expect(await canOpen(a, item_id)).toBe(true);
    await owner.client.callOk(teamMember.delete, { id: row?.id ?? 0 });
    expect([await canOpen(a, item_id), await canOpen(b, item_id)]).toEqual([false, true]);
    const [link] = await owner.client.callOk(teamItem.getList, { item_id });
    expect(link).toMatchObject({
      team_id,
      item_id,
      item_name: 'Harbor API',
      memberCount: 1,
      username: owner.username,
    });
    await owner.client.callOk(teamItem.delete, { id: link?.id ?? 0 });
    expect(await canOpen(b, item_id)).toBe(false);
    const list = await owner.client.call(teamItemMember.getList, { team_id, item_id });
    expect(list.error_code).toBe(10101);
  });

  it('can leave one item and stay in the team', async () => {
    const fixture = await makeFixture();
    const { owner, team_id, item_id, a } = fixture;
    const second = await makeItem(site, { owner, password_hash: 'x' });
    await owner.client.callOk(teamItem.save, { team_id, item_id: second });
    await owner.client.callOk(calls.member.save, { item_id, username: a.username });
    await a.client.callOk(item.exitItem, { item_id });
    expect([await canOpen(a, item_id), await canOpen(a, second)]).toEqual([false, true]);
    expect((await a.client.call(item.exitItem, { item_id })).error_code).toBe(10101);
    expect(await findMemberRow(fixture, a.username)).toMatchObject({ is_active: 0 });
    // Setting only a catalog does not reactivate the member; setting the rights does.
    await setRights(fixture, a.username, { cat_id: 0 });
    expect(await canOpen(a, item_id)).toBe(false);
    await setRights(fixture, a.username, { member_group_id: 0 });
    expect(await canOpen(a, item_id)).toBe(true);
  });

  it('get no new access to an archived item; existing rights can be reduced', async () => {
    const fixture = await makeFixture();
    const { owner, team_id, item_id, a } = fixture;
    await setRights(fixture, a.username, { member_group_id: 1 });
    await archiveItem(site, item_id);
    const late = await makeLoggedInUser(site);
    await owner.client.callOk(teamMember.save, { team_id, member_username: late.username });
    expect([await canOpen(a, item_id), await canOpen(late, item_id)]).toEqual([true, false]);
    await setRights(fixture, a.username, { member_group_id: 0 });
    const { id } = await findMemberRow(fixture, a.username);
    const more = await owner.client.call(teamItemMember.save, { id, member_group_id: 1 });
    expect(more.error_code).toBe(10605);
  });
});

describe('team/attorn', () => {
  it('keeps the rights of all members; only the item owner can extend them', async () => {
    const fixture = await makeFixture();
    const { owner, team_id, item_id, a, b } = fixture;
    await setRights(fixture, a.username, { member_group_id: 1 });
    const newOwner = await makeLoggedInUser(site);
    const { username } = newOwner;
    await owner.client.callOk(team.attorn, { team_id, username, password: PASSWORD });
    expect(await owner.client.callOk(team.getList, {})).toEqual([]);
    expect((await a.client.callOk(item.info, { item_id })).item_edit).toBe(true);
    expect(await canOpen(newOwner, item_id)).toBe(false);

    const partA = await findMemberRow(fixture, a.username, newOwner.client);
    const partB = await findMemberRow(fixture, b.username, newOwner.client);
    await newOwner.client.callOk(teamItemMember.save, { id: partA.id, member_group_id: 0 });
    const raised = await newOwner.client.call(teamItemMember.save, {
      id: partB.id,
      member_group_id: 1,
    });
    expect(raised.error_code).toBe(10303);
    await newOwner.client.callOk(teamMember.save, { team_id, member_username: username });
    expect(await canOpen(newOwner, item_id)).toBe(false);
    const [row] = await newOwner.client.callOk(teamItem.getListByTeam, { team_id });
    expect(row).toMatchObject({ item_id, creator: 0 });

    await setRights(fixture, username, { member_group_id: 1 });
    expect((await newOwner.client.callOk(item.info, { item_id })).item_edit).toBe(true);
    const [link] = await owner.client.callOk(teamItem.getList, { item_id });
    await owner.client.callOk(teamItem.delete, { id: link?.id ?? 0 });
    expect(await canOpen(newOwner, item_id)).toBe(false);
  });

  it('transfers the owner’s items with with_items, and the old owner loses all access', async () => {
    const { owner, team_id, item_id, a } = await makeFixture();
    const { id: other } = await owner.client.callOk(team.save, { team_name: 'Other' });
    await owner.client.callOk(teamItem.save, { team_id: other, item_id });
    const keys = await owner.client.callOk(item.getKey, { item_id });
    const newOwner = await makeLoggedInUser(site);
    const input = {
      team_id,
      username: newOwner.username,
      password: PASSWORD,
      with_items: 1,
    } as const;
    await owner.client.callOk(team.attorn, input);
    expect(await canOpen(owner, item_id)).toBe(false);
    expect(await canOpen(a, item_id)).toBe(true);
    expect(await newOwner.client.callOk(item.myList, { original: 1 })).toMatchObject([{ item_id }]);
    const linked = await newOwner.client.callOk(teamItem.getList, { item_id });
    expect(linked.map((row) => row.team_id)).toEqual([team_id]);
    expect((await newOwner.client.callOk(item.getKey, { item_id })).api_key).not.toBe(keys.api_key);
  });

  it('requires an existing user and the password; one of twenty concurrent requests succeeds', async () => {
    const { owner, team_id } = await makeFixture();
    const wrong = { team_id, username: 'unknown-user', password: PASSWORD };
    expect((await owner.client.call(team.attorn, wrong)).error_code).toBe(10209);
    const newOwners = await Promise.all(Array.from({ length: 20 }, () => makeUser(site)));
    const wrongPassword = {
      team_id,
      username: newOwners[0]?.username ?? '',
      password: 'wrong password',
    };
    expect((await owner.client.call(team.attorn, wrongPassword)).error_code).toBe(10208);
    const answers = await Promise.all(
      newOwners.map(({ username }) =>
        owner.client.call(team.attorn, { team_id, username, password: PASSWORD }),
      ),
    );
    const codes = answers.map((answer) => answer.error_code);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([0, 10101]));
  });
});

describe('item/attorn', () => {
  it('unlinks the item from the teams of the old owner, who loses all access', async () => {
    const { owner, team_id, item_id, a } = await makeFixture();
    // A team that was transferred to another user stays linked, but the old owner has no access through it.
    const { id: second } = await owner.client.callOk(team.save, { team_name: 'Second' });
    const friend = await makeLoggedInUser(site);
    await owner.client.callOk(teamMember.save, {
      team_id: second,
      member_username: [owner.username, friend.username],
    });
    await owner.client.callOk(teamItem.save, { team_id: second, item_id });
    const { username } = await makeUser(site);
    await owner.client.callOk(team.attorn, { team_id: second, username, password: PASSWORD });
    const newOwner = await makeLoggedInUser(site);
    await owner.client.callOk(item.attorn, {
      item_id,
      username: newOwner.username,
      password: PASSWORD,
    });
    expect([await canOpen(owner, item_id), await canOpen(a, item_id)]).toEqual([false, false]);
    expect(await canOpen(friend, item_id)).toBe(true);
    expect(await owner.client.callOk(teamItem.getListByTeam, { team_id })).toEqual([]);
    const linked = await newOwner.client.callOk(teamItem.getList, { item_id });
    expect(linked.map((row) => row.team_id)).toEqual([second]);
  });
});
