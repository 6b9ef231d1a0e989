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
/** More than the noise of a busy machine, and a small part of what a silent directory is given. */
const NOTICEABLE_MS = 400;

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedIn>>;
beforeAll(async () => {
  await makeFolder();
  // Whoever kept a connection to the database while waiting would leave none for the others.
  site = await openTestSite({ ROLES: 'web', TRUST_PROXY: '1', DATABASE_POOL: '2' });
  admin = await makeLoggedIn(site, { admin: true });
});
afterAll(() => site.close());

const use = (change: object, ldap_open: 0 | 1 = 1) =>
  admin.client.must(saveLdapConfig, { ldap_open, ldap_form: { ...directoryForm(), ...change } });

/** From an address of its own, so that no failure asks for a captcha. */
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

/** The fastest of three: what else the machine does is not in it. */
async function cost(act: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let count = 0; count < 3; count += 1) took.push((await timed(act)).took);
  return Math.min(...took);
}

/** Takes every connection and never says a word. */
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

describe('F19 a directory', () => {
  it('that is down, hangs or has a wrong certificate is named to those who need it', async () => {
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
      // Whoever has a password here has only mistyped it.
      expect((await logIn(username, 'wrong password')).error_code).toBe(10204);
    }
  });

  it.each([
    ['is down', async () => ({ port: 9 })],
    ['has a wrong certificate', async () => ({ security: 'tls', port: tlsPort() })],
    ['hangs', silentDirectory],
    ['hangs before it encrypts', async () => ({ ...(await silentDirectory()), security: 'tls' })],
  ])('that %s costs a login by a password of the site nothing', async (_, open) => {
    const { username } = await makeUser(site);
    const local = async () => expect((await logIn(username, PASSWORD)).error_code).toBe(0);
    await use({}, 0);
    const without = await cost(local);
    const directory: { port: number; security?: string; asked?: () => number } = await open();
    const { port, security = 'none', asked } = directory;
    await use({ port, security });
    const beside = await cost(local);
    expectFast(beside - without, NOTICEABLE_MS);
    // A password of the site never makes a question to the directory.
    expect(asked?.() ?? 0).toBe(0);
  });

  it('that hangs for a crowd holds up nobody else', async () => {
    const { client, username } = await makeLoggedIn(site);
    const local = async () => expect((await logIn(username, PASSWORD)).error_code).toBe(0);
    const other = () => client.must(calls.item.add, { item_name: 'Beside' });
    await use({}, 0);
    const without = { local: await cost(local), other: await cost(other) };
    const silent = await silentDirectory();
    await use({ port: silent.port });
    const crowd = Array.from({ length: CROWD }, comeFromOutside);
    // Each has proved not to have a password here, and waits for the directory alone.
    await expect.poll(() => silent.asked()).toBe(CROWD);
    const beside = { local: await cost(local), other: await cost(other) };
    expectFast(beside.local - without.local, NOTICEABLE_MS);
    expectFast(beside.other - without.other, NOTICEABLE_MS);
    // A password of the site never makes a question to the directory.
    expect(silent.asked()).toBe(CROWD);
    const answers = await Promise.all(crowd);
    expect(new Set(answers.map(({ error_code }) => error_code))).toEqual(new Set([10620]));
    // Nothing of them is left behind.
    await expect.poll(() => silent.waiting()).toBe(0);
  });
});
