import { calls } from '@octavo/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  logIn,
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  uniqueName,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import {
  addMember,
  makeCatalog,
  makeItem,
  makeMember,
  makePage,
} from '../../../tests/helpers/item-factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { getList, addUser, deleteUser, disableUser } = calls.adminUser;
const { devices, revokeDevices, getBelongings, getMerge, mergeUser } = calls.adminUser;

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  admin = await makeLoggedInUser(site, { admin: true });
});
afterAll(() => site.close());

const exists = async (uid: number) =>
  (await site.database.query('select from "user" where uid = $1', [uid])).length === 1;

describe('the list of users', () => {
  it('shows all users, newest first, seven per page, with the total', async () => {
    for (let n = 0; n < 9; n += 1) await makeUser(site);
    const first = await admin.client.callOk(getList, {});
    expect(first.users).toHaveLength(7);
    expect(first.total).toBeGreaterThanOrEqual(10);
    const [{ count } = { count: '' }] = await site.database.query<{ count: string }>(
      'select count(*) from "user"',
    );
    expect(first.total).toBe(Number(count));
    const pages = Math.ceil(first.total / 7);
    const all: number[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const { users } = await admin.client.callOk(getList, { page });
      all.push(...users.map(({ uid }) => uid));
    }
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(new Set(all).size).toBe(first.total);
  });

  it('finds parts of usernames and names, ignoring case', async () => {
    const mark = uniqueName('Find');
    const lin = await makeUser(site, { username: `${mark}.Lin` });
    const wang = await makeUser(site, { name: `王静${mark}` });
    const found = async (username: string) =>
      (await admin.client.callOk(getList, { username })).users.map(({ uid }) => uid);
    expect(await found(mark.toLowerCase())).toEqual([wang.uid, lin.uid]);
    expect(await found(`${mark}.l`)).toEqual([lin.uid]);
    expect(await found(`静${mark}`)).toEqual([wang.uid]);
    expect(await found('静')).toContain(wang.uid);
    expect(await found(`${mark}%`)).toEqual([]);
  });

  it('contains neither passwords nor their hashes', async () => {
    const answer = await admin.client.call(getList, {});
    expect(JSON.stringify(answer.data)).not.toMatch(/argon2|password/);
  });
});

describe('accounts created and changed by an administrator', () => {
  it('log in with the given password; a password reset ends every session', async () => {
    const username = uniqueName('made');
    const { uid } = await admin.client.callOk(addUser, {
      username,
      password: PASSWORD,
      name: 'Mei',
    });
    const client = makeVisitor(site);
    await client.callOk(calls.user.login, { username, password: PASSWORD });
    await admin.client.callOk(addUser, { uid, name: 'Mei Lin' });
    expect(await client.callOk(calls.user.info, {})).toMatchObject({ name: 'Mei Lin', groupid: 2 });
    await admin.client.callOk(addUser, { uid, password: 'another horse 8 battery' });
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
    await client.callOk(calls.user.login, { username, password: 'another horse 8 battery' });
    expect(await client.callOk(calls.user.info, {})).toMatchObject({ name: 'Mei Lin' });
  });

  it('may have a reserved username, but not a taken or invalid one, and need a valid password', async () => {
    const code = async (input: object) => (await admin.client.call(addUser, input)).error_code;
    const { username } = await makeUser(site);
    expect(await code({ username: 'support', password: PASSWORD })).toBe(0);
    expect(await code({ username: username.toUpperCase(), password: PASSWORD })).toBe(10201);
    expect(await code({ username: 'a b', password: PASSWORD })).toBe(10610);
    expect(await code({ username: uniqueName(), password: '' })).toBe(10611);
    expect(await code({ uid: 999_999, name: 'Unknown' })).toBe(10209);
  });
});

describe('the audit log of accounts', () => {
  it('distinguishes a new account, a new name, a password reset, disabling and enabling', async () => {
    const username = uniqueName('logged');
    const { uid } = await admin.client.callOk(addUser, {
      username,
      password: PASSWORD,
      name: 'Mei',
    });
    await admin.client.callOk(addUser, { uid, name: 'Mei Lin' });
    await admin.client.callOk(addUser, { uid, password: 'another horse 8 battery' });
    await admin.client.callOk(disableUser, { uid, is_disabled: 1 });
    await admin.client.callOk(disableUser, { uid, is_disabled: 0 });
    const { list } = await admin.client.callOk(calls.audit.getList, {
      action: 'adminUser',
      count: 5,
    });
    expect(list.map(({ action, facts }) => [action, facts])).toEqual([
      ['adminUser.enableAccount', { is_disabled: false, was: { is_disabled: true } }],
      ['adminUser.disableAccount', { is_disabled: true, was: { is_disabled: false } }],
      ['adminUser.resetPassword', { username, replaced: ['password'], was: {} }],
      ['adminUser.updateUser', { username, name: 'Mei Lin', was: { name: 'Mei' } }],
      ['adminUser.createUser', { username, name: 'Mei' }],
    ]);
    expect(new Set(list.slice(0, 4).map(({ subject }) => subject))).toEqual(new Set([username]));
  });
});

describe('deleting a user', () => {
  it('never deletes an administrator, including the caller', async () => {
    const other = await makeLoggedInUser(site, { admin: true });
    for (const uid of [other.uid, admin.uid]) {
      expect((await admin.client.call(deleteUser, { uid })).error_message).toContain(
        'cannot be deleted or disabled',
      );
      expect((await admin.client.call(disableUser, { uid, is_disabled: 1 })).error_code).toBe(
        10101,
      );
      expect(await exists(uid)).toBe(true);
    }
    await other.client.callOk(calls.user.info, {});
  });

  it('requires a new owner for items and teams, and transfers everything in one transaction', async () => {
    const owner = await makeLoggedInUser(site);
    const newOwner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    await makeMember(site, item_id, { edit: true });
    await owner.client.callOk(calls.team.save, { team_name: 'Docks' });
    expect(await admin.client.callOk(getBelongings, { uid: owner.uid })).toEqual({
      item_count: 1,
      team_count: 1,
      file_count: 0,
    });
    const refused = await admin.client.call(deleteUser, { uid: owner.uid });
    expect(refused.error_message).toContain('Enter a new owner');
    for (const to_username of ['unknown-user', owner.username]) {
      const answer = await admin.client.call(deleteUser, { uid: owner.uid, to_username });
      expect(answer.error_code).toBe(10209);
    }
    expect(await exists(owner.uid)).toBe(true);

    const to_username = newOwner.username;
    await admin.client.callOk(deleteUser, { uid: owner.uid, to_username });
    expect(await exists(owner.uid)).toBe(false);
    expect((await owner.client.call(calls.user.info, {})).error_code).toBe(10102);
    expect(await newOwner.client.callOk(calls.item.detail, { item_id })).toMatchObject({
      creator: 1,
    });
    expect(await newOwner.client.callOk(calls.team.getList, {})).toMatchObject([
      { team_name: 'Docks' },
    ]);
    const { list } = await newOwner.client.callOk(calls.notice.getList, {});
    expect(list.map(({ kind }) => kind)).toEqual(['teamTransferred', 'itemTransferred']);
    const log = await admin.client.callOk(calls.audit.getList, { action: 'adminUser.deleteUser' });
    expect(log.list[0]?.facts).toEqual({ username: owner.username, to_username });
  });

  it('transfers deleted items to the administrator who deletes the account', async () => {
    const owner = await makeLoggedInUser(site);
    const item_id = await makeItem(site, { owner });
    await owner.client.callOk(calls.item.delete, { item_id, password: PASSWORD });
    await admin.client.callOk(deleteUser, { uid: owner.uid });
    await admin.client.callOk(calls.adminItem.recoverItem, { item_id });
    expect(await admin.client.callOk(calls.item.detail, { item_id })).toMatchObject({ creator: 1 });
  });
});

describe('merging a user into another', () => {
  const merge = (uid: number, to_username: string, password = PASSWORD) =>
    admin.client.call(mergeUser, { uid, to_username, password });
  const link = (kind: 'ldap' | 'oauth2', id: string, uid: number, days: number) =>
    site.database.query(
      `insert into outside_login (kind, outside_id, uid, addtime)
       values ($1, $2, $3, now() - make_interval(days => $4))`,
      [kind, id, uid, days],
    );

  it('moves what they own, are a member of and log in with, and ends their sessions', async () => {
    const [from, to] = [await makeLoggedInUser(site), await makeLoggedInUser(site)];
    const owned = await makeItem(site, { owner: from });
    await addMember(site, owned, to);
    const page_id = await makePage(site, owned, { author: from });
    await from.client.callOk(calls.item.resetKey, { item_id: owned });
    await from.client.callOk(calls.team.save, { team_name: 'Docks' });
    await from.client.callOk(calls.template.save, {
      template_title: 'Mine',
      template_content: 'x',
    });
    await from.client.callOk(calls.itemGroup.save, { group_name: 'Mine', item_ids: [owned] });
    const shared = await makeItem(site);
    await addMember(site, shared, from, { edit: true });
    const written = await makePage(site, shared, { author: from });
    const draft = { page_id: written, draft_id: randomUUID(), revision: 1 };
    await from.client.callOk(calls.page.saveDraft, { ...draft, page_content: 'unsaved' });
    for (const { client } of [from, to])
      await client.callOk(calls.favourite.add, { page_id: written });
    await from.client.callOk(calls.favourite.add, { item_id: shared });
    await from.client.callOk(calls.home.viewed, { page_id: written });
    const mark = uniqueName('entry');
    await link('ldap', `${mark} old`, to.uid, 9);
    await link('ldap', `${mark} new`, from.uid, 1);
    await link('oauth2', `${mark} other`, from.uid, 1);

    const preview = await admin.client.callOk(getMerge, {
      uid: from.uid,
      to_username: to.username.toUpperCase(),
    });
    expect(preview).toMatchObject({
      to_username: to.username,
      item_count: 1,
      team_count: 1,
      file_count: 0,
      member_item_count: 1,
      member_team_count: 0,
      identities: [{ external_id: `${mark} new` }, { external_id: `${mark} other` }],
      unlinked: [{ external_id: `${mark} old` }],
    });
    expect((await merge(from.uid, to.username, 'wrong password')).error_code).toBe(10208);
    expect(await exists(from.uid)).toBe(true);
    expect((await merge(from.uid, to.username)).error_code).toBe(0);

    expect(await exists(from.uid)).toBe(false);
    expect((await from.client.call(calls.user.info, {})).error_code).toBe(10102);
    expect(await to.client.callOk(calls.item.detail, { item_id: owned })).toMatchObject({
      creator: 1,
    });
    expect(await to.client.callOk(calls.team.getList, {})).toMatchObject([{ team_name: 'Docks' }]);
    expect(await to.client.callOk(calls.template.getList, {})).toHaveLength(1);
    expect(await to.client.callOk(calls.page.drafts, {})).toHaveLength(1);
    expect(await to.client.callOk(calls.favourite.list, {})).toHaveLength(2);
    expect(await to.client.callOk(calls.home.recent, {})).toHaveLength(1);
    expect(await to.client.callOk(calls.itemGroup.getList, {})).toHaveLength(1);
    const rows = await site.database.query(
      `select (select count(*)::int from item_member where item_id = $1) as members,
        (select count(*)::int from item_key where item_id = $1) as keys`,
      [owned],
    );
    expect(rows).toEqual([{ members: 0, keys: 1 }]);
    // Authors may delete their pages; the stored author username does not change.
    expect(await to.client.callOk(calls.page.info, { page_id })).toMatchObject({
      author_username: from.username,
    });
    await to.client.callOk(calls.page.delete, { page_id: written });
    const { identities } = await admin.client.callOk(calls.adminUser.getLoginMethods, {
      uid: to.uid,
    });
    expect(identities.map(({ external_id }) => external_id)).toEqual([
      `${mark} new`,
      `${mark} other`,
    ]);
    const log = await admin.client.callOk(calls.audit.getList, { action: 'adminUser.mergeUser' });
    expect(log.list[0]).toMatchObject({
      username: admin.username,
      subject: to.username,
      facts: {
        username: from.username,
        to_username: to.username,
        item_count: 1,
        member_item_count: 1,
        identities: [`${mark} new`, `${mark} other`],
        unlinked: [`${mark} old`],
      },
    });
  });

  it('keeps the stronger right of the two in an item, and grants none that neither had', async () => {
    const [from, to] = [await makeUser(site), await makeUser(site)];
    const parts = [
      { from: { edit: true }, to: {}, after: [1, false] },
      { from: {}, to: { edit: true }, after: [1, false] },
      { from: {}, to: { within: true }, after: [0, false] },
      { from: { edit: true, within: true }, to: {}, after: [0, false] },
      { from: { edit: true, within: true }, to: { within: true }, after: [1, true] },
      { from: { edit: true }, to: undefined, after: [1, false] },
    ];
    const items: number[] = [];
    for (const part of parts) {
      const item_id = await makeItem(site);
      const catalog = await makeCatalog(site, item_id);
      const rights = ({ within, edit }: { within?: boolean; edit?: boolean }) => ({
        ...(edit && { edit }),
        ...(within && { catalog }),
      });
      await addMember(site, item_id, from, rights(part.from));
      if (part.to) await addMember(site, item_id, to, rights(part.to));
      items.push(item_id);
    }
    expect((await merge(from.uid, to.username)).error_code).toBe(0);
    const rows = await site.database.query(
      `select member_group_id as right, cat_id > 0 as within from item_member
       where uid = $1 and item_id = any($2::bigint[]) order by item_id`,
      [to.uid, items],
    );
    expect(rows).toEqual(parts.map(({ after: [right, within] }) => ({ right, within })));
  });

  it('keeps the stronger right of the two in a team', async () => {
    const owner = await makeLoggedInUser(site);
    const [from, to] = [await makeLoggedInUser(site), await makeLoggedInUser(site)];
    const item_id = await makeItem(site, { owner, password_hash: 'closed' });
    const { id: team_id } = await owner.client.callOk(calls.team.save, { team_name: 'Both' });
    const { id: other } = await owner.client.callOk(calls.team.save, { team_name: 'One' });
    await owner.client.callOk(calls.teamMember.save, {
      team_id,
      member_username: `${from.username},${to.username}`,
    });
    await owner.client.callOk(calls.teamMember.save, {
      team_id: other,
      member_username: from.username,
    });
    await owner.client.callOk(calls.teamItem.save, { team_id, item_id: String(item_id) });
    await site.database.query(
      `insert into team_item_member (team_item_id, team_member_id, member_group_id)
       select team_item.id, team_member.id, 1
       from team_item join team_member using (team_id) where team_member.uid = $1`,
      [from.uid],
    );
    expect(await to.client.callOk(calls.item.info, { item_id })).toMatchObject({
      item_edit: false,
    });
    expect((await merge(from.uid, to.username)).error_code).toBe(0);
    expect(await to.client.callOk(calls.item.info, { item_id })).toMatchObject({ item_edit: true });
    const places = await site.database.query(
      'select team_id::int as team_id from team_member where uid = $1 order by team_id',
      [to.uid],
    );
    expect(places).toEqual([{ team_id }, { team_id: other }]);
  });

  it('is rejected for administrators, the caller, the same account and unknown or disabled ones', async () => {
    const to = await makeUser(site);
    const other = await makeUser(site, { admin: true });
    for (const uid of [admin.uid, other.uid]) {
      expect((await merge(uid, to.username)).error_message).toContain('administrator role first');
      expect(await exists(uid)).toBe(true);
    }
    const same = await merge(to.uid, to.username);
    expect(same.error_message).toContain('another account');
    expect((await merge(to.uid, 'unknown-user')).error_code).toBe(10209);
    expect((await merge(999_999, to.username)).error_code).toBe(10209);
    const gone = await makeUser(site);
    await admin.client.callOk(disableUser, { uid: gone.uid, is_disabled: 1 });
    expect((await merge(to.uid, gone.username)).error_code).toBe(10209);
    // A disabled account can be merged away; the role of the target account does not change.
    expect((await merge(gone.uid, other.username)).error_code).toBe(0);
    const { users } = await admin.client.callOk(getList, { username: other.username });
    expect(users).toMatchObject([{ groupid: 1 }]);
  });

  it('leaves one account when two are merged into each other concurrently', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [mei, lin] = [await makeUser(site), await makeUser(site)];
      const answers = await Promise.all([
        merge(mei.uid, lin.username),
        merge(lin.uid, mei.username),
      ]);
      expect(new Set(answers.map(({ error_code }) => error_code))).toEqual(new Set([0, 10209]));
      expect([await exists(mei.uid), await exists(lin.uid)].filter(Boolean)).toHaveLength(1);
    }
  });
});

describe('disabling a user', () => {
  it('ends their sessions and rejects logins until the account is enabled again', async () => {
    const { uid, username, client } = await makeLoggedInUser(site);
    await client.callOk(calls.user.info, {});
    await admin.client.callOk(disableUser, { uid, is_disabled: 1 });
    const again = makeVisitor(site);
    const login = { username, password: PASSWORD };
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
    expect((await again.call(calls.user.login, login)).error_code).toBe(10634);
    const guess = { username, password: 'not this one' };
    expect((await again.call(calls.user.login, guess)).error_code).toBe(10204);
    const { users } = await admin.client.callOk(getList, { username });
    expect(users).toMatchObject([{ uid, is_disabled: 1 }]);
    await admin.client.callOk(disableUser, { uid, is_disabled: 0 });
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
    await again.callOk(calls.user.login, login);
  });
});

describe('devices of a user', () => {
  it('are logged out one by one, and not with the id of another user’s device', async () => {
    const { uid, client } = await makeLoggedInUser(site);
    const stranger = await makeLoggedInUser(site);
    const [own] = await admin.client.callOk(devices, { uid });
    const { device_id = 0 } = own ?? {};
    await logIn(site, uid);
    await admin.client.callOk(revokeDevices, { uid: stranger.uid, device_id });
    expect(await admin.client.callOk(devices, { uid })).toHaveLength(2);
    await admin.client.callOk(revokeDevices, { uid, device_id });
    expect(await admin.client.callOk(devices, { uid })).toHaveLength(1);
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
    await stranger.client.callOk(calls.user.info, {});
  });

  it('are listed and logged out together', async () => {
    const { uid, client } = await makeLoggedInUser(site);
    await logIn(site, uid);
    expect(await admin.client.callOk(devices, { uid })).toHaveLength(2);
    await admin.client.callOk(revokeDevices, { uid });
    expect(await admin.client.callOk(devices, { uid })).toEqual([]);
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
  });
});
