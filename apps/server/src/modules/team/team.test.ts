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
        client.call(teamItem.setRight, { id: link?.id ?? 0, member_group_id: 1 }),
        client.call(teamItem.delete, { id: link?.id ?? 0 }),
        client.call(teamItemMember.getList, { team_id, item_id }),
        client.call(teamItemMember.save, { id: memberRow.id, member_group_id: 1 }),
        client.call(teamItemMember.delete, { id: memberRow.id }),
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
    const { owner, team_id, item_id, a, b } = fixture;
    await setRights(fixture, a.username, { member_group_id: 1 });
    await owner.client.callOk(item.archive, { item_id, password: PASSWORD });
    const late = await makeLoggedInUser(site);
    await owner.client.callOk(teamMember.save, { team_id, member_username: late.username });
    const readers = [a, b, late].map((user) => canOpen(user, item_id));
    expect(await Promise.all(readers)).toEqual([true, true, false]);
    await setRights(fixture, a.username, { member_group_id: 0 });
    const { id } = await findMemberRow(fixture, a.username);
    const more = await owner.client.call(teamItemMember.save, { id, member_group_id: 1 });
    expect(more.error_code).toBe(10605);
  });
});

describe('the right of a team in an item', () => {
  async function findLink({ owner, team_id }: Fixture, asker = owner.client) {
    const [link] = await asker.callOk(teamItem.getListByTeam, { team_id });
    if (!link) throw new Error('the item is not linked');
    return link;
  }

  async function setTeamRight(fixture: Fixture, change: object) {
    const { id } = await findLink(fixture);
    await fixture.owner.client.callOk(teamItem.setRight, { id, ...change });
  }

  const editable = async ({ client }: Fixture['a'], item_id: number) => {
    const { data } = await client.call(item.info, { item_id });
    return data ? data.item_edit : 'none';
  };

  it('applies to all members without an exception, also to those who join later', async () => {
    const fixture = await makeFixture();
    const { owner, team_id, item_id, a, b } = fixture;
    await setRights(fixture, b.username, { member_group_id: 0 });
    await setTeamRight(fixture, { member_group_id: 1 });
    const late = await makeLoggedInUser(site);
    await owner.client.callOk(teamMember.save, { team_id, member_username: late.username });
    const rights = () => Promise.all([a, b, late].map((user) => editable(user, item_id)));
    expect(await rights()).toEqual([true, false, true]);
    expect(await findLink(fixture)).toMatchObject({ member_group_id: 1, cat_id: 0, is_active: 1 });
    const rows = await owner.client.callOk(teamItemMember.getList, { team_id, item_id });
    expect(rows.map((row) => [row.member_username, row.member_group_id, row.is_exception])).toEqual(
      [
        [a.username, 1, 0],
        [b.username, 0, 1],
        [late.username, 1, 0],
      ],
    );
    const { id } = await findMemberRow(fixture, b.username);
    await owner.client.callOk(teamItemMember.delete, { id });
    await setTeamRight(fixture, { is_active: 0 });
    expect(await rights()).toEqual(['none', 'none', 'none']);
    await setTeamRight(fixture, { member_group_id: 0 });
    expect(await rights()).toEqual([false, false, false]);
  });

  it('is given when items are linked, and can be limited to a catalog', async () => {
    const fixture = await makeFixture();
    const { owner, item_id, a, b, catalogs, pages } = fixture;
    const { id: team_id } = await owner.client.callOk(team.save, { team_name: 'Editors' });
    await owner.client.callOk(teamMember.save, { team_id, member_username: b.username });
    await owner.client.callOk(teamItem.save, { team_id, item_id, member_group_id: 1 });
    expect(await editable(b, item_id)).toBe(true);
    await setTeamRight(fixture, { cat_id: catalogs.api.cat_id });
    const codes = async (client: typeof a.client) => [
      (await client.call(page.info, { page_id: pages.orders })).error_code,
      (await client.call(page.info, { page_id: pages.guides })).error_code,
    ];
    expect([await codes(a.client), await codes(b.client)]).toEqual([
      [0, 10101],
      [0, 0],
    ]);
    const { id } = await findLink(fixture);
    const deeper = { id, cat_id: catalogs.orders.cat_id };
    expect((await owner.client.call(teamItem.setRight, deeper)).error_code).toBe(10101);
  });

  it('is extended only by the owner of the item, and not while it is archived', async () => {
    const fixture = await makeFixture();
    const { owner, team_id, item_id, a, b } = fixture;
    const newOwner = await makeLoggedInUser(site);
    const { username } = newOwner;
    await owner.client.callOk(team.attorn, { team_id, username, password: PASSWORD });
    // The transfer has ended the default right; the members keep theirs as exceptions.
    expect(await findLink(fixture, newOwner.client)).toMatchObject({ is_active: 0 });
    expect(await findMemberRow(fixture, a.username)).toMatchObject({
      is_active: 1,
      is_exception: 1,
    });
    const { id } = await findLink(fixture, newOwner.client);
    const set = async (client: typeof a.client, change: object) =>
      (await client.call(teamItem.setRight, { id, ...change })).error_code;
    expect(await set(newOwner.client, { member_group_id: 0 })).toBe(10303);
    expect(await set(owner.client, { member_group_id: 1 })).toBe(0);
    const late = await makeLoggedInUser(site);
    await newOwner.client.callOk(teamMember.save, { team_id, member_username: late.username });
    expect(await editable(late, item_id)).toBe(true);
    expect(await set(newOwner.client, { member_group_id: 0 })).toBe(0);
    expect(await set(newOwner.client, { member_group_id: 1 })).toBe(10303);
    // The team owner may not remove an exception that is less than the default.
    const row = await findMemberRow(fixture, b.username);
    await newOwner.client.callOk(teamItemMember.save, { id: row.id, is_active: 0 });
    const back = { id: row.id };
    expect((await newOwner.client.call(teamItemMember.delete, back)).error_code).toBe(10303);
    await owner.client.callOk(item.archive, { item_id, password: PASSWORD });
    expect(await set(owner.client, { member_group_id: 1 })).toBe(10605);
    expect((await owner.client.call(teamItemMember.delete, back)).error_code).toBe(0);
    expect(await Promise.all([late, b].map((user) => editable(user, item_id)))).toEqual([
      false,
      'none',
    ]);
  });

  it('ends for those who join later when the item gets another owner', async () => {
    const fixture = await makeFixture();
    const { owner, team_id, item_id, a } = fixture;
    const [teamOwner, itemOwner] = [await makeLoggedInUser(site), await makeLoggedInUser(site)];
    const { username } = teamOwner;
    await owner.client.callOk(team.attorn, { team_id, username, password: PASSWORD });
    const { id } = await findLink(fixture, teamOwner.client);
    await owner.client.callOk(teamItem.setRight, { id, member_group_id: 1 });
    const transfer = { item_id, username: itemOwner.username, password: PASSWORD };
    await owner.client.callOk(item.attorn, transfer);
    const late = await makeLoggedInUser(site);
    await teamOwner.client.callOk(teamMember.save, { team_id, member_username: late.username });
    expect([await canOpen(a, item_id), await canOpen(late, item_id)]).toEqual([true, false]);
  });

  it('does not bring back a member who left the item; its owner does', async () => {
    const fixture = await makeFixture();
    const { owner, item_id, a } = fixture;
    await a.client.callOk(item.exitItem, { item_id });
    await setTeamRight(fixture, { member_group_id: 1 });
    expect(await editable(a, item_id)).toBe('none');
    const row = await findMemberRow(fixture, a.username);
    expect(row).toMatchObject({ is_active: 0, is_exception: 1 });
    await owner.client.callOk(teamItemMember.delete, { id: row.id });
    expect(await editable(a, item_id)).toBe(true);
  });

  it('is recorded with the old and the new value; those who follow it get one notice', async () => {
    const fixture = await makeFixture();
    const { owner, item_id, a, b } = fixture;
    await setRights(fixture, b.username, { is_active: 0 });
    await setTeamRight(fixture, { member_group_id: 1 });
    await setTeamRight(fixture, { cat_id: fixture.catalogs.api.cat_id });
    const { list } = await owner.client.callOk(calls.audit.getList, { item_id, count: 3 });
    expect(list).toMatchObject([
      {
        action: 'teamItem.setRight',
        team_name: 'Storefront squad',
        facts: { member_group_id: 1, cat_name: 'API', was: { cat_id: 0, cat_name: '' } },
      },
      { action: 'teamItem.setRight', facts: { member_group_id: 1, was: { member_group_id: 0 } } },
      {
        action: 'teamItemMember.save',
        subject: b.username,
        facts: { is_active: 0, was: { is_active: 1 } },
      },
    ]);
    const titles = async ({ client }: Fixture['a']) =>
      (await client.callOk(calls.notice.getList, {})).list.map(({ kind }) => kind);
    expect(await titles(a)).toEqual(['itemAuthority', 'teamAdded']);
    expect(await titles(b)).toEqual(['itemRemoved', 'teamAdded']);
    const [removed] = (await b.client.callOk(calls.notice.getList, {})).list;
    expect(removed).toMatchObject({ href: '' });
    expect(removed?.notice_content).toContain('Storefront squad');
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
    await newOwner.client.callOk(teamItemMember.save, {
      id: partA.id,
      member_group_id: 0,
    });
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

describe('two merged accounts in one team', () => {
  it('have the stronger of their rights, also if it is the one of the team', async () => {
    const fixture = await makeFixture();
    const { owner, team_id, item_id, a, b } = fixture;
    const [link] = await owner.client.callOk(teamItem.getListByTeam, { team_id });
    await owner.client.callOk(teamItem.setRight, { id: link?.id ?? 0, member_group_id: 1 });
    await setRights(fixture, b.username, { is_active: 0 });
    const admin = await makeLoggedInUser(site, { admin: true });
    await admin.client.callOk(calls.adminUser.mergeUser, {
      uid: a.uid,
      to_username: b.username,
      password: PASSWORD,
    });
    expect((await b.client.callOk(item.info, { item_id })).item_edit).toBe(true);
    expect(await findMemberRow(fixture, b.username)).toMatchObject({ is_exception: 0 });
  });

  it('keep the right of the remaining account if it is the stronger one', async () => {
    const fixture = await makeFixture();
    const { item_id, a, b } = fixture;
    await setRights(fixture, a.username, { is_active: 0 });
    await setRights(fixture, b.username, { member_group_id: 1 });
    const admin = await makeLoggedInUser(site, { admin: true });
    await admin.client.callOk(calls.adminUser.mergeUser, {
      uid: a.uid,
      to_username: b.username,
      password: PASSWORD,
    });
    expect((await b.client.callOk(item.info, { item_id })).item_edit).toBe(true);
    expect(await findMemberRow(fixture, b.username)).toMatchObject({ is_exception: 1 });
  });
});
