import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpDatabase } from '../helpers/database-content.ts';
import { logIn, makeLoggedInUser, makeUser, PASSWORD, makeVisitor } from '../helpers/factories.ts';
import { allCalls } from '../helpers/valid-requests.ts';
import { openIsolatedSite, openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

const { login, info, resetPassword, devices, revokeDevice, logout } = calls.user;
const { verify } = calls.common;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

const script = { origin: undefined, 'sec-fetch-site': undefined };

describe('a login', () => {
  it('does not accept a token that was set before', async () => {
    const { username } = await makeUser(site);
    const planted = 'A'.repeat(43);
    const victim = makeVisitor(site);
    victim.cookies.set('octavo', planted);
    await victim.callOk(login, { username, password: PASSWORD });
    expect(victim.cookies.get('octavo')).not.toBe(planted);
    const attacker = makeVisitor(site);
    attacker.cookies.set('octavo', planted);
    expect((await attacker.call(info, {})).error_code).toBe(10102);
  });

  it('gets a new token each time and does not end older sessions', async () => {
    const { username } = await makeUser(site);
    const client = makeVisitor(site);
    const tokens: string[] = [];
    for (let times = 0; times < 3; times += 1) {
      await client.callOk(login, { username, password: PASSWORD });
      tokens.push(client.cookies.get('octavo') ?? '');
    }
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
    expect(await client.callOk(devices, {})).toHaveLength(3);
  });

  it('is stored in the database only as a hash', async () => {
    const { username } = await makeUser(site);
    const browser = makeVisitor(site);
    await browser.callOk(login, { username, password: PASSWORD });
    const { user_token = '' } = await makeVisitor(site, script).callOk(login, {
      username,
      password: PASSWORD,
    });
    const text = await dumpDatabase(site.database);
    for (const token of [browser.cookies.get('octavo') ?? '', user_token]) {
      expect(token).toHaveLength(43);
      expect(text).not.toContain(token);
      expect(text).not.toContain(Buffer.from(token).toString('hex'));
      expect(text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
    expect(text).not.toContain(PASSWORD);
  });

  it('ends at once when its device is revoked, also for the token', async () => {
    const { username, uid } = await makeUser(site);
    const client = await logIn(site, uid);
    const remote = makeVisitor(site, script);
    const { user_token = '' } = await remote.callOk(login, { username, password: PASSWORD });
    const headers = { authorization: `Bearer ${user_token}` };
    const byToken = () => remote.request({ method: 'POST', url: info.path, headers });
    expect((await byToken()).json()).toMatchObject({ error_code: 0 });
    const other = (await client.callOk(devices, {})).find((device) => !device.is_current);
    await client.callOk(revokeDevice, { device_id: other?.device_id ?? 0 });
    expect((await byToken()).json()).toMatchObject({ error_code: 10102 });
  });

  it('ends on logout, also for a copied cookie', async () => {
    const { client } = await makeLoggedInUser(site);
    const thief = makeVisitor(site);
    thief.cookies.set('octavo', client.cookies.get('octavo') ?? '');
    expect((await thief.call(info, {})).error_code).toBe(0);
    await client.callOk(logout, {});
    expect((await thief.call(info, {})).error_code).toBe(10102);
  });

  it('ends when the account is disabled', async () => {
    const { client, uid } = await makeLoggedInUser(site);
    expect((await client.call(info, {})).error_code).toBe(0);
    await site.database.query('update "user" set disabled_time = now() where uid = $1', [uid]);
    await expect.poll(async () => (await client.call(info, {})).error_code).toBe(10102);
  });

  it('survives a password change in this browser and ends in others', async () => {
    const { client, uid } = await makeLoggedInUser(site);
    const other = await logIn(site, uid);
    expect((await other.call(info, {})).error_code).toBe(0);
    await client.callOk(resetPassword, { password: PASSWORD, new_password: 'another horse 8' });
    expect((await client.call(info, {})).error_code).toBe(0);
    expect((await other.call(info, {})).error_code).toBe(10102);
  });
});

describe('a request without a login', () => {
  const guarded = allCalls.filter(
    ({ call: { access } }) =>
      access.who !== 'anyone' &&
      access.who !== 'itemToken' &&
      !(access.who === 'item' && access.right === 'view'),
  );
  it.each(guarded)('is rejected with login required by $name', async ({ call, prepare }) => {
    const { client, input } = await prepare(site);
    client.cookies.clear();
    expect(await client.call(call, input)).toMatchObject({ error_code: 10102, data: null });
    client.cookies.set('octavo', 'x'.repeat(43));
    expect(await client.call(call, input)).toMatchObject({ error_code: 10102, data: null });
  });
});

describe('cookies', () => {
  const flagsOf = async (at: TestSite, which: 'login' | 'captcha') => {
    const { username } = await makeUser(at);
    const origin = at.deps.config.publicUrl.origin;
    const answer = await at.app.inject(
      which === 'login'
        ? {
            method: 'POST',
            url: login.path,
            payload: { username, password: PASSWORD },
            headers: { origin },
          }
        : { method: 'GET', url: verify.path, query: { form: 'login' } },
    );
    return String(answer.headers['set-cookie']).replace(/=[^;]*/, '=…');
  };

  it('on https use the __Host- prefix and Secure', async () => {
    const https = await openIsolatedSite({ PUBLIC_URL: 'https://octavo.test', ROLES: 'web' });
    expect(await flagsOf(https, 'login')).toBe(
      '__Host-octavo=…; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    expect(await flagsOf(https, 'captcha')).toBe(
      '__Host-octavo-captcha-login=…; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    const { uid } = await makeUser(https);
    const client = await logIn(https, uid);
    const token = client.cookies.get('__Host-octavo') ?? '';
    expect((await client.call(info, {})).error_code).toBe(0);
    // Another subdomain could set the name without the prefix, so it is ignored.
    client.cookies.clear();
    client.cookies.set('octavo', token);
    expect((await client.call(info, {})).error_code).toBe(10102);
  });

  it('on plain http have a different name and no Secure', async () => {
    expect(await flagsOf(site, 'login')).toBe(
      'octavo=…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
    );
    expect(await flagsOf(site, 'captcha')).toBe(
      'octavo-captcha-login=…; Max-Age=600; Path=/; HttpOnly; SameSite=Lax',
    );
  });

  it('are all that a page gets: the response contains a token only on request', async () => {
    const { username } = await makeUser(site);
    const input = { username, password: PASSWORD };
    expect(await makeVisitor(site).callOk(login, input)).not.toHaveProperty('user_token');
    const asked = await makeVisitor(site).callOk(login, { ...input, with_token: 1 });
    expect(asked.user_token).toMatch(/^[\w-]{43}$/);
  });
});
