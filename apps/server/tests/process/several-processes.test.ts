import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../helpers/browser.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';
import { timeUntil, timeUntilLoggedOut } from '../helpers/stop-watch.ts';

let site: Installation;
let a: RunningServer;
let b: RunningServer;
let c: RunningServer;
beforeAll(async () => {
  site = await openInstallation();
  [a, b, c] = await Promise.all([site.start(), site.start(), site.start()]);
});
afterAll(() => site.close());

/** Creates a session that every process has just verified and cached. */
async function logInEverywhere(): Promise<Browser> {
  const browser = site.newBrowser();
  await browser.callOk(a, calls.user.login, ADMIN);
  await browser.callOk(a, calls.user.confirm, { password: ADMIN.password });
  for (const server of [a, b, c]) await browser.callOk(server, calls.user.info, {});
  return browser;
}

describe('three processes behind one PostgreSQL and Redis', () => {
  it('reject a session on the third that was revoked on the second, within 5 s', async () => {
    const stolen = await logInEverywhere();
    const own = await logInEverywhere();
    const list = await own.callOk(b, calls.user.devices, {});
    const { device_id } = list.find((device) => !device.is_current) ?? { device_id: 0 };
    await own.callOk(b, calls.user.revokeDevice, { device_id });
    const took = await timeUntilLoggedOut(stolen, c);
    console.log(`a login revoked on one process was refused on another after ${took} ms`);
    expect((await stolen.call(a, calls.user.info, {})).error_code).toBe(10102);
    expect((await own.call(c, calls.user.info, {})).error_code).toBe(0);
  });

  it('end all other sessions on every process when one of them revokes the others', async () => {
    const others = [await logInEverywhere(), await logInEverywhere()];
    const own = await logInEverywhere();
    await own.callOk(b, calls.user.revokeOtherDevices, {});
    for (const other of others)
      for (const server of [a, c]) await timeUntilLoggedOut(other, server);
    for (const server of [a, b, c])
      expect((await own.call(server, calls.user.info, {})).error_code).toBe(0);
  });

  it('end sessions cached by the others when the password is changed on the first', async () => {
    const other = await logInEverywhere();
    const own = await logInEverywhere();
    const newPassword = 'eight quiet boats';
    await own.callOk(a, calls.user.resetPassword, {
      password: ADMIN.password,
      new_password: newPassword,
    });
    for (const server of [b, c]) await timeUntilLoggedOut(other, server);
    const old = await site.newBrowser().call(c, calls.user.login, ADMIN);
    expect(old.error_code).toBe(10204);
    await own.callOk(b, calls.user.resetPassword, {
      password: newPassword,
      new_password: ADMIN.password,
    });
  });

  it('apply a role set on the first to sessions that the others have cached', async () => {
    const admin = await logInEverywhere();
    const username = 'ada';
    const { password } = ADMIN;
    const { uid } = await admin.callOk(a, calls.adminUser.addUser, {
      username,
      password,
    });
    const browser = site.newBrowser();
    await browser.callOk(a, calls.user.login, { username, password });
    await browser.callOk(a, calls.user.confirm, { password });
    const codes = async (server: RunningServer) => [
      (await browser.call(server, calls.adminUser.getList, {})).error_code,
      (await browser.call(server, calls.adminSetting.saveConfig, { robots_open: 1 })).error_code,
    ];
    const steps = [
      [2, [10103, 10103]],
      [1, [0, 0]],
      [3, [0, 10103]],
      [2, [10103, 10103]],
    ] as const;
    for (const [groupid, expected] of steps) {
      await admin.callOk(a, calls.adminUser.setRole, { uid, groupid, password });
      for (const server of [a, b, c]) await expect.poll(() => codes(server)).toEqual(expected);
    }
    await admin.callOk(a, calls.adminUser.deleteUser, { uid, password });
  });

  it('apply a setting changed on the first within 5 s on the others', async () => {
    const browser = await logInEverywhere();
    const { item_id } = await browser.callOk(a, calls.item.add, { item_name: 'Open to all' });
    const codes = async (server: RunningServer) => {
      const visitor = site.newBrowser();
      const { register_open } = await visitor.callOk(server, calls.common.homePageSetting, {});
      const { error_code } = await visitor.call(server, calls.item.info, { item_id });
      return [register_open, error_code];
    };
    for (const server of [a, b, c]) expect(await codes(server)).toEqual([1, 0]);
    await browser.callOk(a, calls.adminSetting.saveConfig, { register_open: 0, login_required: 1 });
    const took = await timeUntil(async () => {
      for (const server of [a, b, c]) expect(await codes(server)).toEqual([0, 10312]);
    });
    console.log(`a setting changed on one process held on the others after ${took} ms`);
    await browser.callOk(b, calls.adminSetting.saveConfig, { register_open: 1, login_required: 0 });
    await timeUntil(async () => {
      for (const server of [a, b, c]) expect(await codes(server)).toEqual([1, 0]);
    });
  });

  it('return a name changed on the first at once on the others', async () => {
    const browser = await logInEverywhere();
    const name = 'Mei Lin';
    await browser.callOk(a, calls.user.updateInfo, { name });
    const took = await timeUntil(async () => {
      for (const server of [b, c])
        expect(await browser.callOk(server, calls.user.info, {})).toMatchObject({ name });
    });
    console.log(`a name changed on one process was seen on the others after ${took} ms`);
  });

  it('count failed logins together', async () => {
    const wrong = { username: 'unknown-user', password: 'wrong password' };
    const codes: number[] = [];
    for (const server of [a, b, c, a, b])
      codes.push((await site.newBrowser().call(server, calls.user.login, wrong)).error_code);
    expect(codes).toEqual([10204, 10204, 10204, 10204, 10210]);
  });
});
