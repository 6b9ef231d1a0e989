import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, makeUser } from '../../../tests/helpers/factories.ts';
import { archiveItem, makeItem, makeItemTree } from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { settingRepository } from '../setting/setting.repository.ts';

const { member, page, item } = calls;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

const PRIVATE = { password_hash: 'x' };

async function makePrivate(itemId: number) {
  await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [itemId]);
  site.deps.bus.publish('item', String(itemId));
}

describe('member/save', () => {
  it('adds several members at once, with read access to the whole item by default', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner, ...PRIVATE });
    const [a, b] = [await makeLoggedInUser(site, { name: 'Ada' }), await makeLoggedInUser(site)];
    const username = [a.username, b.username.toUpperCase(), a.username];
    await owner.client.callOk(member.save, { item_id, username });
    expect(await owner.client.callOk(member.getList, { item_id })).toMatchObject([
      { username: a.username, name: 'Ada', member_group_id: 0, cat_id: 0, cat_name: '' },
      { username: b.username, name: '', member_group_id: 0, cat_id: 0, cat_name: '' },
    ]);
    for (const { client } of [a, b]) {
      const info = await client.callOk(item.info, { item_id });
      expect(info).toMatchObject({ item_edit: false, item_manage: false, creator: 0 });
      expect(await client.callOk(item.myList, {})).toMatchObject([{ item_id, creator: 0 }]);
    }
  });

  it('changes the rights of a member and leaves fields unchanged that were not sent', async () => {
    const { owner, item_id, catalogs, pages } = await makeItemTree(site);
    await makePrivate(item_id);
    const { client, username } = await makeLoggedInUser(site);
    const cat_id = catalogs.guides.cat_id;
    await owner.client.callOk(member.save, { item_id, username, member_group_id: 1, cat_id });
    await owner.client.callOk(member.save, { item_id, username, member_group_id: 0 });
    expect(await owner.client.callOk(member.getList, { item_id })).toMatchObject([
      { username, member_group_id: 0, cat_id, cat_name: 'Guides' },
    ]);
    expect((await client.call(page.info, { page_id: pages.linux })).error_code).toBe(0);
    expect((await client.call(page.info, { page_id: pages.root })).error_code).toBe(10101);
    await owner.client.callOk(member.save, { item_id, username, cat_id: 0 });
    expect((await client.call(page.info, { page_id: pages.root })).error_code).toBe(0);
  });

  it('rejects unknown users, the owner, and catalogs that are not first-level catalogs of the item', async () => {
    const { owner, item_id, catalogs } = await makeItemTree(site);
    const other = await makeItemTree(site);
    const { username } = await makeUser(site);
    const saveCode = async (input: object) =>
      (await owner.client.call(member.save, { item_id, username, ...input })).error_code;
    expect(await saveCode({ username: [username, 'unknown-user'] })).toBe(10209);
    expect(await saveCode({ username: owner.username })).toBe(10101);
    expect(await saveCode({ username: '' })).toBe(10101);
    for (const cat_id of [catalogs.install.cat_id, other.catalogs.guides.cat_id, 999_999_999, -1])
      expect(await saveCode({ cat_id })).toBe(10101);
    for (const member_group_id of [2, -1, 99, 0.5])
      expect(await saveCode({ member_group_id })).toBe(10101);
    expect(await owner.client.callOk(member.getList, { item_id })).toEqual([]);
  });

  it('creates one row for fifty concurrent requests', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const { username } = await makeUser(site);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => owner.client.call(member.save, { item_id, username })),
    );
    expect(new Set(answers.map((answer) => answer.error_code))).toEqual(new Set([0]));
    expect(await owner.client.callOk(member.getList, { item_id })).toHaveLength(1);
  });

  it('can only reduce rights in an archived item', async () => {
    const { owner, item_id, catalogs } = await makeItemTree(site);
    const { username } = await makeUser(site);
    const cat_id = catalogs.guides.cat_id;
    await owner.client.callOk(member.save, { item_id, username, member_group_id: 1 });
    await archiveItem(site, item_id);
    const code = async (input: object) =>
      (await owner.client.call(member.save, { item_id, username, ...input })).error_code;
    expect(await code({ username: (await makeUser(site)).username })).toBe(10605);
    expect(await code({ member_group_id: 0, cat_id })).toBe(0);
    expect(await code({ member_group_id: 1 })).toBe(10605);
    expect(await code({ cat_id: 0 })).toBe(10605);
    expect(await code({ cat_id: catalogs.api.cat_id })).toBe(10605);
    const [row] = await owner.client.callOk(member.getList, { item_id });
    expect(row).toMatchObject({ member_group_id: 0, cat_id });
    await owner.client.callOk(member.delete, { item_id, item_member_id: row?.item_member_id ?? 0 });
  });
});

describe('member/delete', () => {
  it('ends the access immediately', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner, ...PRIVATE });
    const { client, username } = await makeLoggedInUser(site);
    await owner.client.callOk(member.save, { item_id, username, member_group_id: 1 });
    await client.callOk(item.info, { item_id });
    const [row] = await owner.client.callOk(member.getList, { item_id });
    const gone = { item_id, item_member_id: row?.item_member_id ?? 0 };
    await owner.client.callOk(member.delete, gone);
    expect((await client.call(item.info, { item_id })).error_code).toBe(10307);
    expect(await client.callOk(item.myList, {})).toEqual([]);
    expect((await owner.client.call(member.delete, gone)).error_code).toBe(10101);
  });

  it('rejects the member of another item', async () => {
    const [mine, theirs] = [await makeItemTree(site), await makeItemTree(site)];
    const { username } = await makeUser(site);
    await theirs.owner.client.callOk(member.save, { item_id: theirs.item_id, username });
    const [row] = await theirs.owner.client.callOk(member.getList, { item_id: theirs.item_id });
    const item_member_id = row?.item_member_id ?? 0;
    for (const [item_id, code] of [
      [mine.item_id, 10101],
      [theirs.item_id, 10303],
    ] as const)
      expect(
        (await mine.owner.client.call(member.delete, { item_id, item_member_id })).error_code,
      ).toBe(code);
  });
});

describe('user/allUser', () => {
  it('omits users who are already members, for the owner only', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    const { username } = await makeUser(site);
    const input = { username, except_item_id: item_id };
    expect(await owner.client.callOk(calls.user.allUser, input)).toHaveLength(1);
    await owner.client.callOk(member.save, { item_id, username });
    expect(await owner.client.callOk(calls.user.allUser, input)).toEqual([]);
    const own = { username: owner.username, except_item_id: item_id };
    expect(await owner.client.callOk(calls.user.allUser, own)).toEqual([]);
    const stranger = await makeLoggedInUser(site);
    expect((await stranger.client.call(calls.user.allUser, input)).error_code).toBe(10303);
    const { id } = await owner.client.callOk(calls.team.save, { team_name: 'Squad' });
    const inTeam = { username, except_team_id: id };
    expect(await owner.client.callOk(calls.user.allUser, inTeam)).toHaveLength(1);
    await owner.client.callOk(calls.teamMember.save, { team_id: id, member_username: username });
    expect(await owner.client.callOk(calls.user.allUser, inTeam)).toEqual([]);
    expect((await stranger.client.call(calls.user.allUser, inTeam)).error_code).toBe(10101);
  });

  it('lists colleagues first, and only colleagues if the user directory is disabled', async () => {
    const owner = await makeLoggedInUser(site, { username: 'zz.owner' });
    const item_id = await makeItem(site, { owner });
    await makeUser(site, { username: 'aa.other' });
    await makeUser(site, { username: 'zz.colleague' });
    await owner.client.callOk(member.save, { item_id, username: 'zz.colleague' });
    const open = await owner.client.callOk(calls.user.allUser, {});
    const at = (name: string) => open.findIndex(({ username }) => username === name);
    expect(at('zz.colleague')).toBeGreaterThanOrEqual(0);
    expect(at('zz.colleague')).toBeLessThan(at('aa.other'));
    await settingRepository(site.deps.db).save({ user_directory: false });
    const closed = await owner.client.callOk(calls.user.allUser, {});
    await settingRepository(site.deps.db).save({ user_directory: true });
    expect(closed.map(({ username }) => username)).toEqual(['zz.colleague']);
  });
});
