import { calls } from '@octavo/contract';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ldapSettings, createTestOu, ldapsPort } from '../../../tests/helpers/ldap-directory.ts';
import {
  uniqueAddress,
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  uniqueName,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import { expectWithin } from '../../../tests/helpers/nightly.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { saveLdapConfig } = calls.adminSetting;
const LDAP_PASSWORD = 'lighthouse lamp 9';
const CROWD = 50;
/** More than the noise of a busy machine, and a small part of the directory timeout. */
const NOTICEABLE_MS = 400;

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  await createTestOu();
  // With a pool of two, logins that held a database connection while waiting would block all others.
  site = await openTestSite({ ROLES: 'web', TRUST_PROXY: '1', DATABASE_POOL: '2' });
  admin = await makeLoggedInUser(site, { admin: true });
});
afterAll(() => site.close());

const saveLdapForm = (change: object, ldap_open: 0 | 1 = 1) =>
  admin.client.callOk(saveLdapConfig, { ldap_open, ldap_form: { ...ldapSettings(), ...change } });

/** Uses a new address each time, so that failures do not trigger a captcha. */
const logIn = (username: string, password: string) =>
  makeVisitor(site, { 'x-forwarded-for': uniqueAddress() }).call(calls.user.login, {
    username,
    password,
  });
const logInExternally = () => logIn(uniqueName('outside'), LDAP_PASSWORD);

async function measure<T>(action: () => Promise<T>) {
  const startedAt = performance.now();
  const answer = await action();
  return { answer, elapsed: performance.now() - startedAt };
}

/** The fastest of three runs, to exclude other load of the machine. */
async function fastestDuration(action: () => Promise<unknown>): Promise<number> {
  const elapsed: number[] = [];
  for (let count = 0; count < 3; count += 1) elapsed.push((await measure(action)).elapsed);
  return Math.min(...elapsed);
}

/** Accepts every connection and never responds. */
async function openSilentDirectory() {
  const waiting = new Set<Socket>();
  let connectionCount = 0;
  const server = createServer((socket) => {
    connectionCount += 1;
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
    connectionCount: () => connectionCount,
  };
}

describe('an unavailable directory', () => {
  it('is reported within the timeout to users without a local password', async () => {
    const { username } = await makeUser(site);
    const silent = await openSilentDirectory();
    const dead = { port: 9 };
    const hanging = { port: silent.port };
    const untrusted = { security: 'tls', port: ldapsPort() };
    for (const change of [dead, hanging, untrusted]) {
      await saveLdapForm(change);
      const { answer, elapsed } = await measure(logInExternally);
      expect(answer).toMatchObject({ error_code: 10620 });
      expect(answer.error_message).toContain('does not respond');
      expectWithin(elapsed, 6000);
      // A user with a local password gets the usual error, not that of the directory.
      expect((await logIn(username, 'wrong password')).error_code).toBe(10204);
    }
  });

  it.each([
    ['is down', async () => ({ port: 9 })],
    ['has a wrong certificate', async () => ({ security: 'tls', port: ldapsPort() })],
    ['hangs', openSilentDirectory],
    [
      'hangs before it encrypts',
      async () => ({ ...(await openSilentDirectory()), security: 'tls' }),
    ],
  ])('does not delay logins with a local password when it %s', async (_, open) => {
    const { username } = await makeUser(site);
    const local = async () => expect((await logIn(username, PASSWORD)).error_code).toBe(0);
    await saveLdapForm({}, 0);
    const without = await fastestDuration(local);
    const directory: { port: number; security?: string; connectionCount?: () => number } =
      await open();
    const { port, security = 'none', connectionCount } = directory;
    await saveLdapForm({ port, security });
    const withDirectory = await fastestDuration(local);
    expectWithin(withDirectory - without, NOTICEABLE_MS);
    // A login with a local password sends no request to the directory.
    expect(connectionCount?.() ?? 0).toBe(0);
  });

  it('does not delay other requests while many logins wait for it', async () => {
    const { client, username } = await makeLoggedInUser(site);
    const local = async () => expect((await logIn(username, PASSWORD)).error_code).toBe(0);
    const other = () => client.callOk(calls.item.add, { item_name: 'Beside' });
    await saveLdapForm({}, 0);
    const without = { local: await fastestDuration(local), other: await fastestDuration(other) };
    const silent = await openSilentDirectory();
    await saveLdapForm({ port: silent.port });
    const crowd = Array.from({ length: CROWD }, logInExternally);
    // The local password check of each has failed, and each waits for the directory only.
    await expect.poll(() => silent.connectionCount()).toBe(CROWD);
    const withDirectory = {
      local: await fastestDuration(local),
      other: await fastestDuration(other),
    };
    expectWithin(withDirectory.local - without.local, NOTICEABLE_MS);
    expectWithin(withDirectory.other - without.other, NOTICEABLE_MS);
    // A login with a local password sends no request to the directory.
    expect(silent.connectionCount()).toBe(CROWD);
    const answers = await Promise.all(crowd);
    expect(new Set(answers.map(({ error_code }) => error_code))).toEqual(new Set([10620]));
    // All connections are closed.
    await expect.poll(() => silent.waiting()).toBe(0);
  });
});
