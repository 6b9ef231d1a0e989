import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  logIn,
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  solveCaptcha,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

describe('user/login', () => {
  it('returns the account and stores the session in an HttpOnly cookie', async () => {
    const { username, uid } = await makeUser(site, { name: 'Mei Lin' });
    const client = makeVisitor(site);
    const answer = await client.call(calls.user.login, { username, password: PASSWORD });
    expect(answer.data).toMatchObject({ uid, username, name: 'Mei Lin', groupid: 2 });
    expect(answer.data).not.toHaveProperty('user_token');
    expect(answer.data).not.toHaveProperty('password_hash');
    expect(answer.headers['set-cookie']).toMatch(/^octavo=[\w-]{43}; .*HttpOnly; SameSite=Lax/);
    expect((await client.call(calls.user.info, {})).data?.uid).toBe(uid);
  });

  it('accepts a verified email instead of the username, ignoring case', async () => {
    const { uid } = await makeUser(site, { email: 'mei@harbor.test' });
    const answer = await makeVisitor(site).call(calls.user.login, {
      username: 'Mei@Harbor.test',
      password: PASSWORD,
    });
    expect(answer.data?.uid).toBe(uid);
  });

  it('returns a token and no cookie to a script without Origin', async () => {
    const { username, uid } = await makeUser(site);
    const script = makeVisitor(site, { origin: undefined, 'sec-fetch-site': undefined });
    const answer = await script.call(calls.user.login, { username, password: PASSWORD });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const headers = { authorization: `Bearer ${answer.data?.user_token}` };
    const bearer = await script.request({ method: 'POST', url: calls.user.info.path, headers });
    expect(bearer.json()).toMatchObject({ error_code: 0, data: { uid } });
  });

  it('requires a captcha after the fifth failure and resets the count on success', async () => {
    const { username } = await makeUser(site);
    const client = makeVisitor(site);
    const wrong = { username, password: 'wrong password' };
    const codes: number[] = [];
    for (let tries = 0; tries < 5; tries += 1)
      codes.push((await client.call(calls.user.login, wrong)).error_code);
    expect(codes).toEqual([10204, 10204, 10204, 10204, 10210]);
    const right = { username, password: PASSWORD };
    expect((await client.call(calls.user.login, right)).error_code).toBe(10206);
    const v_code = await solveCaptcha(site, client, 'login');
    expect((await client.call(calls.user.login, { ...right, v_code })).error_code).toBe(0);
    expect((await makeVisitor(site).call(calls.user.login, wrong)).error_code).toBe(10204);
  });

  it('reports a disabled account only when the password is right', async () => {
    const { uid, username } = await makeUser(site);
    await site.database.query('update "user" set disabled_time = now() where uid = $1', [uid]);
    const code = async (password: string) =>
      (await makeVisitor(site).call(calls.user.login, { username, password })).error_code;
    expect(await code(PASSWORD)).toBe(10634);
    expect(await code('not this one')).toBe(10204);
  });
});

describe('user/logout', () => {
  it('ends this device only', async () => {
    const { client, uid } = await makeLoggedInUser(site);
    const other = await logIn(site, uid);
    await client.callOk(calls.user.logout, {});
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
    expect((await other.call(calls.user.info, {})).error_code).toBe(0);
  });
});
