import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../../../tests/helpers/count-queries.ts';
import {
  logIn,
  makeLoggedInUser,
  makeUser,
  uniqueName,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { settingRepository } from '../setting/setting.repository.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

describe('user/info and user/updateInfo', () => {
  it('return and change the name and language, without touching absent fields', async () => {
    const { client, username } = await makeLoggedInUser(site);
    await client.callOk(calls.user.updateInfo, { name: ' 林美 ' });
    await client.callOk(calls.user.updateInfo, { language: 'zh-cn' });
    const info = await client.callOk(calls.user.info, {});
    expect(info).toMatchObject({ username, name: '林美', language: 'zh-cn' });
    expect(Object.keys(info)).not.toContain('password_hash');
  });

  it('use the language of the account, else that of the browser', async () => {
    const chinese = await makeVisitor(site, { 'accept-language': 'zh-TW' }).call(
      calls.user.info,
      {},
    );
    expect(chinese.error_message).toBe('请先登录');
    const english = await makeVisitor(site).call(calls.user.info, {});
    expect(english.error_message).toBe('Log in to continue');
  });

  it('run no query while the session is cached', async () => {
    const { client } = await makeLoggedInUser(site);
    expect(await countQueries(site, () => client.callOk(calls.user.info, {}))).toBe(0);
  });
});

describe('devices', () => {
  it('are listed with the current one first', async () => {
    const { client, uid } = await makeLoggedInUser(site);
    const phone = await logIn(site, uid);
    expect(await client.callOk(calls.user.devices, {})).toMatchObject([
      { is_current: true, kind: 'browser' },
      { is_current: false },
    ]);
    expect((await phone.callOk(calls.user.devices, {}))[0]?.is_current).toBe(true);
  });

  it('can be logged out one by one with immediate effect', async () => {
    const { client, uid } = await makeLoggedInUser(site);
    const phone = await logIn(site, uid);
    await phone.callOk(calls.user.info, {});
    const other = (await client.callOk(calls.user.devices, {})).find((one) => !one.is_current)!;
    await client.callOk(calls.user.revokeDevice, { device_id: other.device_id });
    expect((await phone.call(calls.user.info, {})).error_code).toBe(10102);
  });

  it('of other users are not found', async () => {
    const { client } = await makeLoggedInUser(site);
    const stranger = await makeLoggedInUser(site);
    const [theirs] = await stranger.client.callOk(calls.user.devices, {});
    const answer = await client.call(calls.user.revokeDevice, { device_id: theirs!.device_id });
    const unknown = await client.call(calls.user.revokeDevice, { device_id: 987_654_321 });
    expect(answer.error_code).toBe(10101);
    expect(answer.error_message).toBe(unknown.error_message);
    expect((await stranger.client.call(calls.user.info, {})).error_code).toBe(0);
  });

  it('other than the current one are logged out together', async () => {
    const { client, uid } = await makeLoggedInUser(site);
    const others = [await logIn(site, uid), await logIn(site, uid)];
    await client.callOk(calls.user.revokeOtherDevices, {});
    for (const other of others)
      expect((await other.call(calls.user.info, {})).error_code).toBe(10102);
    expect(await client.callOk(calls.user.devices, {})).toHaveLength(1);
  });

  it.each([
    ['30 days after it began', 'addtime'],
    ['after 14 days without use', 'last_used_time'],
  ])('expire %s', async (_when, column) => {
    const { client, uid } = await makeLoggedInUser(site);
    await site.database.query(
      `update device set ${column} = now() - interval '30 days 1 minute' where uid = $1`,
      [uid],
    );
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
  });
});

describe('user/allUser', () => {
  it('finds users by a part of username or name, as text and not as a pattern', async () => {
    const { client } = await makeLoggedInUser(site);
    const name = uniqueName('陈小明');
    await makeUser(site, { name });
    const found = await client.callOk(calls.user.allUser, { username: name.slice(1) });
    expect(found.map((person) => person.name)).toEqual([name]);
    expect(Object.keys(found[0]!)).toEqual(['username', 'name']);
    expect(await client.callOk(calls.user.allUser, { username: '%' })).toEqual([]);
  });

  it('returns 50 users at most', async () => {
    const own = await openIsolatedSite();
    const { client } = await makeLoggedInUser(own);
    for (let count = 0; count < 55; count += 1) await makeUser(own);
    expect(await client.callOk(calls.user.allUser, {})).toHaveLength(50);
  });

  it('finds only exact usernames while the directory is closed', async () => {
    const own = await openIsolatedSite();
    await settingRepository(own.deps.db).save({ user_directory: false });
    const { client } = await makeLoggedInUser(own);
    const { username } = await makeUser(own);
    expect(await client.callOk(calls.user.allUser, {})).toEqual([]);
    expect(await client.callOk(calls.user.allUser, { username: username.slice(0, -1) })).toEqual(
      [],
    );
    expect(await client.callOk(calls.user.allUser, { username })).toHaveLength(1);
  });

  it('rejects visitors', async () => {
    expect((await makeVisitor(site).call(calls.user.allUser, {})).error_code).toBe(10102);
  });
});
