import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { TestClient } from '../helpers/client.ts';
import {
  uniqueAddress,
  logIn,
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  solveCaptcha,
  uniqueName,
  makeVisitor,
} from '../helpers/factories.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

const { login, resetPassword, updateEmail, info } = calls.user;

const clientFrom = (site: TestSite, address = uniqueAddress()) =>
  makeVisitor(site, { 'x-forwarded-for': address });

async function tryLogin(client: TestClient, username: string, password: string, v_code?: string) {
  const answer = await client.call(login, { username, password, ...(v_code && { v_code }) });
  return answer.error_code;
}

/**
 * Up to four guesses are checked, the next one requires a captcha, and none after that is checked. A slow Redis on
 * a busy machine may count a guess twice, so the captcha may be required earlier.
 */
function expectCaptchaRequired(codes: number[]): void {
  const captchaAt = codes.indexOf(10210);
  expect(captchaAt).toBeGreaterThan(1);
  expect(captchaAt).toBeLessThanOrEqual(4);
  expect(new Set(codes.slice(0, captchaAt))).toEqual(new Set([10204]));
  // From then on the correct password is rejected like a wrong one.
  expect(new Set(codes.slice(captchaAt + 1))).toEqual(
    new Set(codes.length > captchaAt + 1 ? [10206] : []),
  );
}

const counterStores: [string, () => Record<string, string>][] = [
  ['in Redis', () => ({ REDIS_URL: inject('services')['REDIS_URL'] ?? '' })],
  ['without Redis', () => ({})],
  ['while Redis is down', () => ({ REDIS_URL: 'redis://127.0.0.1:1' })],
];

describe.each(counterStores)('password guessing, counted %s,', (_where, env) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web', ...env() });
  });
  afterAll(() => site.close());

  it('does not lock out the owner after a hundred guesses', async () => {
    const { username, uid } = await makeUser(site);
    const attacker = clientFrom(site);
    const codes: number[] = [];
    for (let tries = 0; tries < 100; tries += 1)
      codes.push(await tryLogin(attacker, username, `guess ${tries}`));
    expectCaptchaRequired(codes);
    expect(await tryLogin(attacker, username, PASSWORD)).toBe(10206);

    expect((await (await logIn(site, uid)).call(info, {})).error_code).toBe(0);
    const owner = clientFrom(site);
    expect(await tryLogin(owner, username, PASSWORD)).toBe(10206);
    const v_code = await solveCaptcha(site, owner, 'login');
    expect(await tryLogin(owner, username, PASSWORD, v_code)).toBe(0);
    expect(await tryLogin(clientFrom(site), username, 'wrong')).toBe(10204);
  });

  it('counts all spellings of a username and its email together', async () => {
    const email = `${uniqueName('mail')}@harbor.test`;
    const { username } = await makeUser(site, { email });
    const spellings = [
      username,
      username.toUpperCase(),
      ` ${username} `,
      email,
      email.toUpperCase(),
    ];
    const codes: number[] = [];
    for (const name of spellings) codes.push(await tryLogin(clientFrom(site), name, 'wrong'));
    expectCaptchaRequired(codes);
  });
});

describe('password guessing', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
  });
  afterAll(() => site.close());

  it('gets slower with each solved captcha, and the owner can still log in', async () => {
    const { username } = await makeUser(site);
    const solve = async (client: TestClient, password: string) => {
      const v_code = await solveCaptcha(site, client, 'login');
      const begun = performance.now();
      const code = await tryLogin(client, username, password, v_code);
      return { code, ms: performance.now() - begun };
    };
    const times: number[] = [];
    for (let tries = 0; tries < 14; tries += 1)
      times.push((await solve(clientFrom(site), 'wrong')).ms);
    // Attempt 10 is delayed by 100 ms, 11 by 200, 12 by 300 and 13 by 400.
    expect(times[10]).toBeGreaterThanOrEqual(99);
    expect(times[13]).toBeGreaterThanOrEqual(399);
    const owner = await solve(clientFrom(site), PASSWORD);
    expect(owner.code).toBe(0);
  });

  it('of many usernames is counted per IP address, with one counter per IPv6 network', async () => {
    const network = uniqueAddress().replace('::1', '');
    const names = await Promise.all(Array.from({ length: 100 }, () => makeUser(site)));
    const codes: number[] = [];
    for (const [at, { username }] of names.entries())
      codes.push(await tryLogin(clientFrom(site, `${network}::${at + 1}`), username, 'wrong'));
    expect(new Set(codes.slice(0, 99))).toEqual(new Set([10204]));
    expect(codes[99]).toBe(10210);
    const { username } = await makeUser(site);
    expect(await tryLogin(clientFrom(site, `${network}:a:b:c:d`), username, PASSWORD)).toBe(10206);
    expect(await tryLogin(clientFrom(site), username, PASSWORD)).toBe(0);
  });

  it('under heavy load keeps the queue short and rejects the rest at once', async () => {
    const attempts = Array.from({ length: 120 }, async (_, at) => {
      const answer = await clientFrom(site).call(login, {
        username: `storm${at}`,
        password: 'wrong',
      });
      return answer.status;
    });
    const statuses = await Promise.all(attempts);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(52);
  });
});

describe('a stolen session', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
  });
  afterAll(() => site.close());
  const newUser = () => makeLoggedInUser(site, {}, { 'x-forwarded-for': uniqueAddress() });

  const wrong = 'not this one';
  it.each([
    ['password', resetPassword, { password: wrong, new_password: 'another horse 8' }],
    ['email', updateEmail, { password: wrong, email: 'thief@evil.test' }],
  ] as const)('cannot change the %s without the password', async (_what, call, input) => {
    const { client, uid, username } = await newUser();
    const rows = () => site.database.query('select * from "user" where uid = $1', [uid]);
    const before = await rows();
    const codes: number[] = [];
    for (let tries = 0; tries < 6; tries += 1)
      codes.push((await client.call(call, input)).error_code);
    expect(codes).toEqual([10208, 10208, 10208, 10208, 10210, 10206]);
    // The guesses count for the login too.
    expect(await tryLogin(clientFrom(site), username, 'wrong')).toBe(10206);
    const right = { ...input, password: PASSWORD };
    expect((await client.call(call, right)).error_code).toBe(10206);
    expect(await rows()).toEqual(before);
    const v_code = await solveCaptcha(site, client, 'login');
    expect((await client.call(call, { ...right, v_code })).error_code).toBe(0);
    expect(await rows()).not.toEqual(before);
  });

  it('ends when the owner changes the password', async () => {
    const { client, uid } = await newUser();
    const thief = await logIn(site, uid);
    expect((await thief.call(info, {})).error_code).toBe(0);
    await client.callOk(resetPassword, { password: PASSWORD, new_password: 'another horse 8' });
    expect((await thief.call(info, {})).error_code).toBe(10102);
  });
});
