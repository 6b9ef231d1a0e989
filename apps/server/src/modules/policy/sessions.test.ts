import { calls } from '@octavo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  logIn,
  makeLoggedInUser,
  makeUser,
  makeVisitor,
  PASSWORD,
} from '../../../tests/helpers/factories.ts';
import { addSecondFactor, totpCode } from '../../../tests/helpers/second-factor.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import type { Db } from '../../db/connect.ts';
import { cleanUpJobs } from '../user/clean-up.jobs.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { notExpired } from '../account/device.repository.ts';

const { save, load, preview } = calls.adminSecurity;
const [LOGGED_OUT, CONFIRM] = [10102, 10685];

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
});
afterAll(() => site.close());

const age = (uid: number, column: 'addtime' | 'last_used_time', interval: string, on = site) =>
  on.database.query(`update device set ${column} = now() - $2::interval where uid = $1`, [
    uid,
    interval,
  ]);
const infoOf = async (client: Awaited<ReturnType<typeof logIn>>) =>
  (await client.call(calls.user.info, {})).error_code;

describe('the length of sessions', () => {
  it('is 30 days, and 14 days without use, until an administrator changes it', async () => {
    const { client } = await makeLoggedInUser(site, { admin: true });
    expect(await client.callOk(load, {})).toMatchObject({
      session_idle_days: 14,
      session_max_days: 30,
      console_confirm_minutes: 0,
    });
  });

  it.each([
    ['last_used_time', 'session_idle_days', '6 days 23 hours', '7 days 1 minute'],
    ['addtime', 'session_max_days', '6 days 23 hours', '7 days 1 minute'],
  ] as const)(
    'shortened by %s applies to open sessions at once',
    async (column, name, short, long) => {
      const own = await openIsolatedSite({ ROLES: 'web' });
      const admin = await makeLoggedInUser(own, { admin: true });
      const kept = await makeLoggedInUser(own);
      const ended = await makeLoggedInUser(own);
      const { user_token = '' } = await makeVisitor(own).callOk(calls.user.login, {
        username: ended.username,
        password: PASSWORD,
        with_token: 1,
      });
      const bearer = makeVisitor(own, { authorization: `Bearer ${user_token}` });
      for (const client of [kept.client, ended.client, bearer])
        expect(await infoOf(client)).toBe(0);
      await age(kept.uid, column, short, own);
      await age(ended.uid, column, long, own);
      expect(await admin.client.callOk(preview, { [name]: 7 })).toMatchObject({
        // The first one, and the cookie and the token of the login.
        sessions: 3,
        session_users: 1,
        ends_own_session: 0,
      });
      await admin.client.callOk(save, { [name]: 7 });
      expect(await infoOf(kept.client)).toBe(0);
      for (const client of [ended.client, bearer]) expect(await infoOf(client)).toBe(LOGGED_OUT);
      expect(await kept.client.callOk(calls.user.devices, {})).toHaveLength(1);
      const devices = await admin.client.callOk(calls.adminUser.devices, { uid: ended.uid });
      expect(devices).toEqual([]);
      await cleanUpJobs[0]?.run({ db: own.deps.db, deps: own.deps } as JobContext, {});
      const rows = await own.database.query('select from device where uid = $1', [ended.uid]);
      expect(rows).toEqual([]);
      expect(await infoOf(kept.client)).toBe(0);
    },
  );

  it('may be longer than the default, also in the cookie', async () => {
    const own = await openIsolatedSite({ ROLES: 'web' });
    const admin = await makeLoggedInUser(own, { admin: true });
    await admin.client.callOk(save, { session_idle_days: 60, session_max_days: 90 });
    const { uid, username } = await makeUser(own);
    const client = makeVisitor(own);
    const { headers } = await client.call(calls.user.login, { username, password: PASSWORD });
    expect(String(headers['set-cookie'])).toContain(`Max-Age=${90 * 24 * 3600}`);
    await age(uid, 'addtime', '89 days 23 hours', own);
    await age(uid, 'last_used_time', '59 days 23 hours', own);
    expect(await infoOf(client)).toBe(0);
  });

  it('counts the session of the administrator separately', async () => {
    const own = await openIsolatedSite({ ROLES: 'web' });
    const { client, uid } = await makeLoggedInUser(own, { admin: true });
    await age(uid, 'addtime', '20 days', own);
    expect(await client.callOk(preview, { session_max_days: 10 })).toMatchObject({
      sessions: 0,
      session_users: 0,
      ends_own_session: 1,
    });
  });

  it('is measured in hours, so that daylight saving time changes nothing', async () => {
    // 14 calendar days over the change of 29 March 2026 are 335 hours.
    const hours = async (zone: string) => {
      const policy = notExpired({ session_idle_days: 14, session_max_days: 14 });
      const { rows } = await (site.deps.db as Db).transaction().execute(async (trx) => {
        await sql`select set_config('timezone', ${zone}, true)`.execute(trx);
        return sql<{ valid: boolean }>`
          select ${policy} as valid from (values
            (now() - interval '336 hours' + interval '1 second', now()),
            (now() - interval '336 hours' - interval '1 second', now())
          ) as device (addtime, last_used_time)`.execute(trx);
      });
      return rows.map(({ valid }) => valid);
    };
    for (const zone of ['UTC', 'Europe/Prague', 'America/New_York', 'Asia/Shanghai'])
      expect(await hours(zone)).toEqual([true, false]);
    const { rows } = await sql<{ calendar: number; hours: number }>`
      select extract(epoch from d - (d - interval '14 days')) / 3600 as calendar,
        extract(epoch from d - (d - make_interval(hours => 14 * 24))) / 3600 as hours
      from (select timestamptz '2026-04-01 12:00 Europe/Prague' as d) as day`.execute(
      site.deps.db as Db,
    );
    expect(Number(rows[0]?.hours)).toBe(336);
  });

  it('follows the clock of the database, not that of the process', async () => {
    const own = await openIsolatedSite({ ROLES: 'web' });
    const { client } = await makeLoggedInUser(own);
    own.advanceTime(400 * 24 * 3600 * 1000);
    expect(await infoOf(client)).toBe(0);
  });

  it('is checked without a write per request', async () => {
    const { client, uid } = await makeLoggedInUser(site);
    await client.callOk(calls.user.info, {});
    const lastUse = () =>
      site.database.query<{ time: string }>(
        'select last_used_time::text as time from device where uid = $1',
        [uid],
      );
    const before = await lastUse();
    for (let times = 0; times < 20; times += 1) await client.callOk(calls.user.info, {});
    expect(await lastUse()).toEqual(before);
    // After five minutes the next request writes it.
    await age(uid, 'last_used_time', '6 minutes');
    site.deps.bus.publish('account', String(uid));
    await expect
      .poll(async () => {
        await client.callOk(calls.user.info, {});
        const [row] = await site.database.query<{ is_new: boolean }>(
          `select last_used_time > now() - interval '5 minutes' as is_new from device where uid = $1`,
          [uid],
        );
        return row?.is_new;
      })
      .toBe(true);
  });
});

describe('a console that asks again', () => {
  it('does so after these minutes since the login or the last confirmation', async () => {
    const own = await openIsolatedSite({ ROLES: 'web' });
    const { client, uid } = await makeLoggedInUser(own, { admin: true });
    await client.callOk(save, { console_confirm_minutes: 30 });
    expect((await client.call(calls.adminUser.getList, {})).error_code).toBe(0);
    const expire = async () => {
      await own.database.query(
        `update device set addtime = now() - interval '31 minutes',
           confirmed_time = confirmed_time - interval '31 minutes' where uid = $1`,
        [uid],
      );
      own.deps.bus.publish('account', String(uid));
    };
    const consoleCode = async () => (await client.call(calls.adminUser.getList, {})).error_code;
    await expire();
    await expect.poll(consoleCode).toBe(CONFIRM);
    expect((await client.call(calls.audit.getList, {})).error_code).toBe(CONFIRM);
    // The rest of the site is open.
    expect((await client.call(calls.item.myList, {})).error_code).toBe(0);
    expect((await client.call(calls.user.confirm, { password: 'wrong' })).error_code).toBe(10208);
    expect(await consoleCode()).toBe(CONFIRM);
    await client.callOk(calls.user.confirm, { password: PASSWORD });
    expect(await consoleCode()).toBe(0);
    await expire();
    await expect.poll(consoleCode).toBe(CONFIRM);
    const { secret } = await addSecondFactor(own, uid);
    expect((await client.call(calls.user.confirm, { password: PASSWORD })).error_code).toBe(10660);
    await client.callOk(calls.user.confirm, { factor_code: totpCode(own, secret) });
    expect(await consoleCode()).toBe(0);
  });

  it('asks once for a call that needs a confirmation itself, and no less than the console does', async () => {
    const own = await openIsolatedSite({ ROLES: 'web' });
    const { client, uid } = await makeLoggedInUser(own, { admin: true });
    await client.callOk(save, { console_confirm_minutes: 2 });
    // Recent enough for the call, but not for the console.
    const expire = async () => {
      await own.database.query(
        `update device set addtime = now() - interval '3 minutes',
           confirmed_time = now() - interval '3 minutes' where uid = $1`,
        [uid],
      );
      own.deps.bus.publish('account', String(uid));
    };
    const saveWith = async (confirmation: object) =>
      (await client.call(save, { console_confirm_minutes: 2, ...confirmation })).error_code;
    await expire();
    expect(await saveWith({})).toBe(10665);
    expect(await saveWith({ password: 'wrong' })).toBe(10208);
    expect((await client.call(calls.adminUser.getList, {})).error_code).toBe(CONFIRM);
    expect(await saveWith({ password: PASSWORD })).toBe(0);
    expect((await client.call(calls.adminUser.getList, {})).error_code).toBe(0);
    const { secret } = await addSecondFactor(own, uid);
    await expire();
    expect(await saveWith({ password: PASSWORD })).toBe(10660);
    expect(await saveWith({ factor_code: totpCode(own, secret) })).toBe(0);
  });

  it('does not ask a script with a token of the login, which sends it with each request', async () => {
    const own = await openIsolatedSite({ ROLES: 'web' });
    const { username } = await makeUser(own, { admin: true });
    const { user_token = '' } = await makeVisitor(own).callOk(calls.user.login, {
      username,
      password: PASSWORD,
      with_token: 1,
    });
    const other = await makeLoggedInUser(own, { admin: true });
    await other.client.callOk(save, { console_confirm_minutes: 60 });
    await own.database.query(
      `update device set addtime = now() - interval '2 hours', confirmed_time = null`,
    );
    const code = async (client: typeof other.client) =>
      (await client.call(calls.adminUser.getList, {})).error_code;
    await expect.poll(() => code(other.client)).toBe(CONFIRM);
    expect(await code(makeVisitor(own, { authorization: `Bearer ${user_token}` }))).toBe(0);
  });

  it('does not concern other sessions of the user, and not other users', async () => {
    const own = await openIsolatedSite({ ROLES: 'web' });
    const { client, uid } = await makeLoggedInUser(own, { admin: true });
    const old = await logIn(own, uid);
    const user = await makeLoggedInUser(own);
    await own.database.query(`update device set addtime = now() - interval '2 hours'`);
    await client.callOk(save, { console_confirm_minutes: 60 });
    await client.callOk(calls.user.confirm, { password: PASSWORD });
    expect((await client.call(calls.adminUser.getList, {})).error_code).toBe(0);
    expect((await old.call(calls.adminUser.getList, {})).error_code).toBe(CONFIRM);
    expect((await user.client.call(calls.item.myList, {})).error_code).toBe(0);
    expect((await user.client.call(calls.adminUser.getList, {})).error_code).toBe(10103);
  });
});
