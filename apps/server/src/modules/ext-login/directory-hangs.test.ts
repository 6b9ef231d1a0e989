import { calls } from '@octavo/contract';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { directoryForm, makeFolder, tlsPort } from '../../testing/directory.ts';
import {
  freshAddress,
  makeLoggedIn,
  makeUser,
  PASSWORD,
  uniqueName,
  visitor,
} from '../../testing/factories.ts';
import { expectFast } from '../../testing/nightly.ts';
import { openTestSite } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';

const { saveLdapConfig } = calls.adminSetting;
const OUTSIDE = 'lighthouse keeper 9';
const CROWD = 50;
/** More than the noise of a busy machine, and a small part of the directory timeout. */
const NOTICEABLE_MS = 400;

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedIn>>;
beforeAll(async () => {
  await makeFolder();
  // With a pool of two, logins that held a database connection while waiting would block all others.
  site = await openTestSite({ ROLES: 'web', TRUST_PROXY: '1', DATABASE_POOL: '2' });
  admin = await makeLoggedIn(site, { admin: true });
});
afterAll(() => site.close());

const use = (change: object, ldap_open: 0 | 1 = 1) =>
  admin.client.must(saveLdapConfig, { ldap_open, ldap_form: { ...directoryForm(), ...change } });

/** Uses a new address each time, so that failures do not trigger a captcha. */
const logIn = (username: string, password: string) =>
  visitor(site, { 'x-forwarded-for': freshAddress() }).call(calls.user.login, {
    username,
    password,
  });
const comeFromOutside = () => logIn(uniqueName('outside'), OUTSIDE);

async function timed<T>(act: () => Promise<T>) {
  const begun = performance.now();
  const answer = await act();
  return { answer, took: performance.now() - begun };
}

/** The fastest of three runs, to exclude other load of the machine. */
async function cost(act: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let count = 0; count < 3; count += 1) took.push((await timed(act)).took);
  return Math.min(...took);
}

/** Accepts every connection and never responds. */
async function silentDirectory() {
  const waiting = new Set<Socket>();
  let asked = 0;
  const server = createServer((socket) => {
    asked += 1;
    waiting.add(socket);
    socket.on('error', () => {}).on('close', () => waiting.delete(socket));
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of waiting) socket.destroy();
  });
  return {
    port: (server.address() as AddressInfo).port,
    waiting: () => waiting.size,
    asked: () => asked,
  };
}

describe('an unavailable directory', () => {
  it('is reported within the timeout to users without a local password', async () => {
    const { username } = await makeUser(site);
    const silent = await silentDirectory();
    const dead = { port: 9 };
    const hanging = { port: silent.port };
    const untrusted = { security: 'tls', port: tlsPort() };
    for (const change of [dead, hanging, untrusted]) {
      await use(change);
      const { answer, took } = await timed(comeFromOutside);
      expect(answer).toMatchObject({ error_code: 10620 });
      expect(answer.error_message).toContain('does not respond');
      expectFast(took, 6000);
      // A user with a local password gets the usual error, not that of the directory.
      expect((await logIn(username, 'wrong password')).error_code).toBe(10204);
    }
  });

  it.each([
    ['is down', async () => ({ port: 9 })],
    ['has a wrong certificate', async () => ({ security: 'tls', port: tlsPort() })],
    ['hangs', silentDirectory],
    ['hangs before it encrypts', async () => ({ ...(await silentDirectory()), security: 'tls' })],
  ])('does not delay logins with a local password when it %s', async (_, open) => {
    const { username } = await makeUser(site);
    const local = async () => expect((await logIn(username, PASSWORD)).error_code).toBe(0);
    await use({}, 0);
    const without = await cost(local);
    const directory: { port: number; security?: string; asked?: () => number } = await open();
    const { port, security = 'none', asked } = directory;
    await use({ port, security });
    const beside = await cost(local);
    expectFast(beside - without, NOTICEABLE_MS);
    // A login with a local password sends no request to the directory.
    expect(asked?.() ?? 0).toBe(0);
  });

  it('does not delay other requests while many logins wait for it', async () => {
    const { client, username } = await makeLoggedIn(site);
    const local = async () => expect((await logIn(username, PASSWORD)).error_code).toBe(0);
    const other = () => client.must(calls.item.add, { item_name: 'Beside' });
    await use({}, 0);
    const without = { local: await cost(local), other: await cost(other) };
    const silent = await silentDirectory();
    await use({ port: silent.port });
    const crowd = Array.from({ length: CROWD }, comeFromOutside);
    // The local password check of each has failed, and each waits for the directory only.
    await expect.poll(() => silent.asked()).toBe(CROWD);
    const beside = { local: await cost(local), other: await cost(other) };
    expectFast(beside.local - without.local, NOTICEABLE_MS);
    expectFast(beside.other - without.other, NOTICEABLE_MS);
    // A login with a local password sends no request to the directory.
    expect(silent.asked()).toBe(CROWD);
    const answers = await Promise.all(crowd);
    expect(new Set(answers.map(({ error_code }) => error_code))).toEqual(new Set([10620]));
    // All connections are closed.
    await expect.poll(() => silent.waiting()).toBe(0);
  });
});
