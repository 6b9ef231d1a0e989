import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../helpers/browser.ts';
import { expectWithin } from '../helpers/nightly.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';
import { timeUntilLoggedOut } from '../helpers/stop-watch.ts';

let site: Installation;
let a: RunningServer;
let b: RunningServer;
beforeAll(async () => {
  site = await openInstallation();
  [a, b] = await Promise.all([site.start(), site.start()]);
});
afterAll(() => site.close());

async function logIn(): Promise<Browser> {
  const browser = site.newBrowser();
  await browser.callOk(a, calls.user.login, ADMIN);
  for (const server of [a, b]) await browser.callOk(server, calls.user.info, {});
  return browser;
}

async function waitForStatus(status: 'ready' | 'degraded'): Promise<void> {
  for (const server of [a, b])
    await expect.poll(() => server.readiness()).toMatchObject({ code: 200, status });
}

async function failLogins(at: RunningServer, username: string): Promise<number[]> {
  const codes: number[] = [];
  for (let tries = 0; tries < 5; tries += 1) {
    const wrong = { username, password: 'wrong password' };
    codes.push((await site.newBrowser().call(at, calls.user.login, wrong)).error_code);
  }
  return codes;
}

const FIFTH_REQUIRES_CAPTCHA = [10204, 10204, 10204, 10204, 10210];

describe('when Redis is killed', () => {
  it('a session revoked at the same moment ends on the other process', async () => {
    await waitForStatus('ready');
    const stolen = await logIn();
    const own = await logIn();
    await site.redis.kill();
    await own.callOk(a, calls.user.revokeOtherDevices, {});
    const took = await timeUntilLoggedOut(stolen, b);
    console.log(`Redis killed: a login revoked at once was refused elsewhere after ${took} ms`);
    expect((await own.call(b, calls.user.info, {})).error_code).toBe(0);
  });

  it('the processes stay ready, report that they are degraded, and still log users in', async () => {
    await waitForStatus('degraded');
    const browser = await logIn();
    await browser.callOk(a, calls.user.updateInfo, { name: 'Without Redis' });
    // No waiting: without a Redis heartbeat each read queries PostgreSQL.
    expect(await browser.callOk(b, calls.user.info, {})).toMatchObject({ name: 'Without Redis' });
    const own = await logIn();
    await own.callOk(a, calls.user.revokeOtherDevices, {});
    expect((await browser.call(b, calls.user.info, {})).error_code).toBe(10102);
  });

  it('rate limits apply in each process separately', async () => {
    expect(await failLogins(a, 'first-user')).toEqual(FIFTH_REQUIRES_CAPTCHA);
    expect(await failLogins(b, 'first-user')).toEqual(FIFTH_REQUIRES_CAPTCHA);
  });

  it('a process starts with a URL where no Redis listens', async () => {
    const late = await site.start();
    expect(await late.readiness()).toEqual({
      code: 200,
      status: 'degraded',
      reason: 'redis does not answer',
    });
    await site.newBrowser().callOk(late, calls.user.login, ADMIN);
    expect(await late.stop()).toEqual({ code: 0, signal: null });
  });

  it('is used again once it is back', async () => {
    await site.redis.start();
    await waitForStatus('ready');
    const stolen = await logIn();
    const own = await logIn();
    await own.callOk(b, calls.user.revokeOtherDevices, {});
    const took = await timeUntilLoggedOut(stolen, a);
    console.log(`Redis back: a revoked login was refused elsewhere after ${took} ms`);
    const wrong = { username: 'second-user', password: 'wrong password' };
    for (const server of [a, b, a, b])
      await site.newBrowser().call(server, calls.user.login, wrong);
    const fifth = await site.newBrowser().call(a, calls.user.login, wrong);
    expect(fifth.error_code).toBe(10210);
  });
});

describe('when Redis hangs', () => {
  it('requests do not wait for it: logins work and rate limits apply', async () => {
    await waitForStatus('ready');
    site.redis.pause();
    try {
      await waitForStatus('degraded');
      const browser = await logIn();
      await browser.callOk(a, calls.user.revokeOtherDevices, {});
      const begun = performance.now();
      expect(await failLogins(a, 'another')).toEqual(FIFTH_REQUIRES_CAPTCHA);
      const took = Math.round(performance.now() - begun);
      console.log(`Redis frozen: five wrong logins took ${took} ms`);
      // Each login queries Redis four times; waiting 300 ms for each would take six seconds.
      expectWithin(took, 4000);
    } finally {
      site.redis.resume();
    }
    await waitForStatus('ready');
  });

  it('counts every guess made before, during or after', async () => {
    const guess = async (username: string) => {
      const wrong = { username, password: 'wrong password' };
      return (await site.newBrowser().call(a, calls.user.login, wrong)).error_code;
    };
    const codes: number[] = [];
    for (const name of [
      'slow-guesser',
      'slow-guesser',
      'fast-guesser',
      'fast-guesser',
      'fast-guesser',
      'fast-guesser',
    ])
      codes.push(await guess(name));
    site.redis.pause();
    try {
      await waitForStatus('degraded');
      codes.push(await guess('slow-guesser'), await guess('slow-guesser'));
      expect(new Set(codes)).toEqual(new Set([10204]));
      expect(await guess('fast-guesser')).toBe(10210);
      expect(await guess('fast-guesser')).toBe(10206);
    } finally {
      site.redis.resume();
    }
    await waitForStatus('ready');
    expect(await guess('slow-guesser')).toBe(10210);
    expect(await guess('fast-guesser')).toBe(10206);
  });
});
