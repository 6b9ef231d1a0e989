import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  logIn,
  makeLoggedIn,
  makeUser,
  PASSWORD,
  uniqueName,
  visitor,
} from '../../testing/factories.ts';
import { makeItem, makeMember } from '../../testing/item-factories.ts';
import { openTestSite } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';

const { getList, addUser, deleteUser, disableUser, setAdmin } = calls.adminUser;
const { devices, revokeDevices, getBelongings } = calls.adminUser;

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedIn>>;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  admin = await makeLoggedIn(site, { admin: true });
});
afterAll(() => site.close());

const exists = async (uid: number) =>
  (await site.database.query('select from "user" where uid = $1', [uid])).length === 1;

describe('the list of users', () => {
  it('has everybody, newest first, seven to a page, and counts them', async () => {
    for (let n = 0; n < 9; n += 1) await makeUser(site);
    const first = await admin.client.must(getList, {});
    expect(first.users).toHaveLength(7);
    expect(first.total).toBeGreaterThanOrEqual(10);
    const [{ count } = { count: '' }] = await site.database.query<{ count: string }>(
      'select count(*) from "user"',
    );
    expect(first.total).toBe(Number(count));
    const pages = Math.ceil(first.total / 7);
    const all: number[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const { users } = await admin.client.must(getList, { page });
      all.push(...users.map(({ uid }) => uid));
    }
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(new Set(all).size).toBe(first.total);
  });

  it('finds a part of a username or a name, in any case, and nothing else', async () => {
    const mark = uniqueName('Find');
    const lin = await makeUser(site, { username: `${mark}.Lin` });
    const wang = await makeUser(site, { name: `王静${mark}` });
    const found = async (username: string) =>
      (await admin.client.must(getList, { username })).users.map(({ uid }) => uid);
    expect(await found(mark.toLowerCase())).toEqual([wang.uid, lin.uid]);
    expect(await found(`${mark}.l`)).toEqual([lin.uid]);
    expect(await found(`静${mark}`)).toEqual([wang.uid]);
    expect(await found('静')).toContain(wang.uid);
    expect(await found(`${mark}%`)).toEqual([]);
  });

  it('tells neither passwords nor their hashes', async () => {
    const answer = await admin.client.call(getList, {});
    expect(JSON.stringify(answer.data)).not.toMatch(/argon2|password/);
  });
});

describe('accounts made and changed by an administrator', () => {
  it('log in with the given password; a new one ends every login', async () => {
    const username = uniqueName('made');
    const { uid } = await admin.client.must(addUser, { username, password: PASSWORD, name: 'Mei' });
    const client = visitor(site);
    await client.must(calls.user.login, { username, password: PASSWORD });
    await admin.client.must(addUser, { uid, name: 'Mei Lin' });
    expect(await client.must(calls.user.info, {})).toMatchObject({ name: 'Mei Lin', groupid: 2 });
    await admin.client.must(addUser, { uid, password: 'another horse 8 battery' });
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
    await client.must(calls.user.login, { username, password: 'another horse 8 battery' });
    expect(await client.must(calls.user.info, {})).toMatchObject({ name: 'Mei Lin' });
  });

  it('may have a reserved name, but no taken, odd or unsafe one', async () => {
    const code = async (input: object) => (await admin.client.call(addUser, input)).error_code;
    const { username } = await makeUser(site);
    expect(await code({ username: 'support', password: PASSWORD })).toBe(0);
    expect(await code({ username: username.toUpperCase(), password: PASSWORD })).toBe(10201);
    expect(await code({ username: 'a b', password: PASSWORD })).toBe(10610);
    expect(await code({ username: uniqueName(), password: '' })).toBe(10611);
    expect(await code({ uid: 999_999, name: 'Nobody' })).toBe(10209);
  });
});

describe('the audit log of accounts', () => {
  it('tells a new account, a new name, a password reset, disabling and enabling apart', async () => {
    const username = uniqueName('logged');
    const { uid } = await admin.client.must(addUser, { username, password: PASSWORD, name: 'Mei' });
    await admin.client.must(addUser, { uid, name: 'Mei Lin' });
    await admin.client.must(addUser, { uid, password: 'another horse 8 battery' });
    await admin.client.must(disableUser, { uid, is_disabled: 1 });
    await admin.client.must(disableUser, { uid, is_disabled: 0 });
    const { list } = await admin.client.must(calls.audit.getList, {
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

describe('T67 deleting a user', () => {
  it('never takes an administrator, oneself included', async () => {
    const other = await makeLoggedIn(site, { admin: true });
    for (const uid of [other.uid, admin.uid]) {
      expect((await admin.client.call(deleteUser, { uid })).error_message).toContain(
        'cannot be deleted or disabled',
      );
      expect((await admin.client.call(disableUser, { uid, is_disabled: 1 })).error_code).toBe(
        10101,
      );
      expect(await exists(uid)).toBe(true);
    }
    await other.client.must(calls.user.info, {});
  });

  it('needs an heir for items and teams, and hands everything over in one go', async () => {
    const owner = await makeLoggedIn(site);
    const heir = await makeLoggedIn(site);
    const item_id = await makeItem(site, { owner });
    await makeMember(site, item_id, { edit: true });
    await owner.client.must(calls.team.save, { team_name: 'Docks' });
    expect(await admin.client.must(getBelongings, { uid: owner.uid })).toEqual({
      item_count: 1,
      team_count: 1,
      file_count: 0,
    });
    const refused = await admin.client.call(deleteUser, { uid: owner.uid });
    expect(refused.error_message).toContain('Enter a new owner');
    for (const to_username of ['nobody-here', owner.username]) {
      const answer = await admin.client.call(deleteUser, { uid: owner.uid, to_username });
      expect(answer.error_code).toBe(10209);
    }
    expect(await exists(owner.uid)).toBe(true);

    const to_username = heir.username;
    await admin.client.must(deleteUser, { uid: owner.uid, to_username });
    expect(await exists(owner.uid)).toBe(false);
    expect((await owner.client.call(calls.user.info, {})).error_code).toBe(10102);
    expect(await heir.client.must(calls.item.detail, { item_id })).toMatchObject({ creator: 1 });
    expect(await heir.client.must(calls.team.getList, {})).toMatchObject([{ team_name: 'Docks' }]);
    const { list } = await heir.client.must(calls.notice.getList, {});
    expect(list.map(({ kind }) => kind)).toEqual(['teamTransferred', 'itemTransferred']);
    const log = await admin.client.must(calls.audit.getList, { action: 'adminUser.deleteUser' });
    expect(log.list[0]?.facts).toEqual({ username: owner.username, to_username });
  });

  it('leaves what lies in the bin with whoever deleted the account', async () => {
    const owner = await makeLoggedIn(site);
    const item_id = await makeItem(site, { owner });
    await owner.client.must(calls.item.delete, { item_id, password: PASSWORD });
    await admin.client.must(deleteUser, { uid: owner.uid });
    await admin.client.must(calls.adminItem.recoverItem, { item_id });
    expect(await admin.client.must(calls.item.detail, { item_id })).toMatchObject({ creator: 1 });
  });
});

describe('disabling a user', () => {
  it('ends their logins and keeps them out until they are let in again', async () => {
    const { uid, username, client } = await makeLoggedIn(site);
    await client.must(calls.user.info, {});
    await admin.client.must(disableUser, { uid, is_disabled: 1 });
    const again = visitor(site);
    const login = { username, password: PASSWORD };
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
    expect((await again.call(calls.user.login, login)).error_code).toBe(10634);
    const guess = { username, password: 'not this one' };
    expect((await again.call(calls.user.login, guess)).error_code).toBe(10204);
    const { users } = await admin.client.must(getList, { username });
    expect(users).toMatchObject([{ uid, is_disabled: 1 }]);
    await admin.client.must(disableUser, { uid, is_disabled: 0 });
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
    await again.must(calls.user.login, login);
  });
});

describe('the administrator role', () => {
  const mayAdminister = async ({ client }: Pick<typeof admin, 'client'>) =>
    (await client.call(getList, {})).error_code === 0;
  const lastEntry = async (client = admin.client) =>
    (await client.must(calls.audit.getList, { count: 1 })).list[0];

  it('is granted and revoked with effect at once, and both are in the audit log', async () => {
    const mei = await makeLoggedIn(site);
    expect(await mayAdminister(mei)).toBe(false);
    await admin.client.must(setAdmin, { uid: mei.uid, is_admin: 1 });
    expect(await mayAdminister(mei)).toBe(true);
    expect(await mei.client.must(calls.user.info, {})).toMatchObject({ groupid: 1 });
    expect(await lastEntry()).toMatchObject({
      action: 'adminUser.grantAdmin',
      username: admin.username,
      subject: mei.username,
      facts: { is_admin: true, was: { is_admin: false } },
    });
    await admin.client.must(setAdmin, { uid: mei.uid, is_admin: 0 });
    expect(await mayAdminister(mei)).toBe(false);
    expect(await lastEntry()).toMatchObject({
      action: 'adminUser.revokeAdmin',
      subject: mei.username,
      facts: { is_admin: false, was: { is_admin: true } },
    });
    await admin.client.must(deleteUser, { uid: mei.uid });
  });

  it('is not granted to a disabled or unknown account, and nobody revokes their own', async () => {
    const lin = await makeUser(site);
    await admin.client.must(disableUser, { uid: lin.uid, is_disabled: 1 });
    const code = async (uid: number) =>
      (await admin.client.call(setAdmin, { uid, is_admin: 1 })).error_code;
    expect(await code(lin.uid)).toBe(10634);
    expect(await code(999_999)).toBe(10209);
    const own = await admin.client.call(setAdmin, { uid: admin.uid, is_admin: 0 });
    expect(own.error_message).toContain('another administrator');
    expect(await mayAdminister(admin)).toBe(true);
  });

  it('stays with somebody when the last two revoke each other’s at the same time', async () => {
    const own = await openTestSite({ ROLES: 'web' });
    try {
      for (let round = 0; round < 10; round += 1) {
        const [mei, lin] = [
          await makeLoggedIn(own, { admin: true }),
          await makeLoggedIn(own, { admin: true }),
        ];
        const answers = await Promise.all([
          mei.client.call(setAdmin, { uid: lin.uid, is_admin: 0 }),
          lin.client.call(setAdmin, { uid: mei.uid, is_admin: 0 }),
        ]);
        const rows = await own.database.query('select uid from "user" where groupid = 1');
        expect(rows).toHaveLength(1);
        expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
        await own.database.query('update "user" set groupid = 2');
      }
    } finally {
      await own.close();
    }
  });
});

describe('devices of a user', () => {
  it('are logged out one by one, and nobody else’s by their number', async () => {
    const { uid, client } = await makeLoggedIn(site);
    const stranger = await makeLoggedIn(site);
    const [own] = await admin.client.must(devices, { uid });
    const { device_id = 0 } = own ?? {};
    await logIn(site, uid);
    await admin.client.must(revokeDevices, { uid: stranger.uid, device_id });
    expect(await admin.client.must(devices, { uid })).toHaveLength(2);
    await admin.client.must(revokeDevices, { uid, device_id });
    expect(await admin.client.must(devices, { uid })).toHaveLength(1);
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
    await stranger.client.must(calls.user.info, {});
  });

  it('are listed and logged out together', async () => {
    const { uid, client } = await makeLoggedIn(site);
    await logIn(site, uid);
    expect(await admin.client.must(devices, { uid })).toHaveLength(2);
    await admin.client.must(revokeDevices, { uid });
    expect(await admin.client.must(devices, { uid })).toEqual([]);
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
  });
});
