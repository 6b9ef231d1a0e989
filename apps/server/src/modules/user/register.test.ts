import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureFirstAdmin } from '../../first-start.ts';
import {
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  solveCaptcha,
  uniqueName,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { userRepository } from '../account/user.repository.ts';
import { settingRepository } from '../setting/setting.repository.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

async function register(change: Record<string, string> = {}, headers = {}) {
  const client = makeVisitor(site, headers);
  const v_code = await solveCaptcha(site, client, 'register');
  const answer = await client.call(calls.user.register, {
    username: uniqueName('new'),
    password: PASSWORD,
    confirm_password: PASSWORD,
    v_code,
    ...change,
  });
  return { client, answer };
}

describe('user/register', () => {
  it('creates an ordinary account and logs it in', async () => {
    const { client, answer } = await register();
    expect(answer.data).toMatchObject({ groupid: 2, email: '', email_verify: 0 });
    expect((await client.callOk(calls.user.info, {})).uid).toBe(answer.data?.uid);
  });

  it('stores the language of the registration', async () => {
    const { answer } = await register({}, { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' });
    expect(answer.data?.language).toBe('zh-cn');
  });

  it.each([
    ['a wrong code', { v_code: 'WRONG' }, 10206],
    ['two different passwords', { confirm_password: 'another password 1' }, 10101],
    ['a short password', { password: 'seven77', confirm_password: 'seven77' }, 10611],
    ['a common password', { password: 'password123', confirm_password: 'password123' }, 10611],
    ['a name of one letter', { username: 'x' }, 10610],
    ['a name with a space', { username: 'mei lin' }, 10610],
    ['a reserved name in any spelling', { username: 'ＡＤＭＩＮ' }, 10610],
  ])('rejects %s', async (_case, change, code) => {
    expect((await register(change)).answer.error_code).toBe(code);
  });

  it('rejects a taken name in any spelling', async () => {
    const username = uniqueName('Taken');
    await register({ username });
    const { answer } = await register({ username: username.toUpperCase() });
    expect(answer).toMatchObject({ error_code: 10201, error_message: 'This username is taken' });
  });

  it('rejects the verified email of another account as a taken name', async () => {
    const email = `${uniqueName('mail')}@harbor.test`;
    await makeUser(site, { email });
    const { answer } = await register({ username: email.toUpperCase() });
    expect(answer).toMatchObject({ error_code: 10201, error_message: 'This username is taken' });
    const admin = await makeLoggedInUser(site, { admin: true });
    const input = { username: email, password: PASSWORD };
    expect((await admin.client.call(calls.adminUser.addUser, input)).error_code).toBe(10201);
  });

  it('accepts an unverified email as username and lets the new account log in', async () => {
    const username = `${uniqueName('mail')}@harbor.test`;
    const { uid } = await makeUser(site);
    await userRepository(site.deps.db).bindEmail(uid, username);
    const { answer } = await register({ username });
    const again = await makeVisitor(site).call(calls.user.login, { username, password: PASSWORD });
    expect([answer.error_code, again.data?.uid]).toEqual([0, answer.data?.uid]);
  });

  it('is rejected while registration is closed', async () => {
    const own = await openIsolatedSite();
    await settingRepository(own.deps.db).save({ register_open: false });
    const client = makeVisitor(own);
    const v_code = await solveCaptcha(own, client, 'register');
    const input = { username: 'late', password: PASSWORD, confirm_password: PASSWORD, v_code };
    expect((await client.call(calls.user.register, input)).error_code).toBe(10101);
    expect((await client.callOk(calls.common.homePageSetting, {})).register_open).toBe(0);
  });
});

describe('user/setup', () => {
  it('creates the first administrator with the printed link, and sets whether registration is open', async () => {
    const own = await openIsolatedSite();
    await ensureFirstAdmin(own.deps);
    const line = own.logLines.find((logged) => logged.includes('setup_link')) ?? '{}';
    const link = new URL((JSON.parse(line) as { setup_link: string }).setup_link);
    const client = makeVisitor(own);
    expect((await client.callOk(calls.common.homePageSetting, {})).needs_setup).toBe(true);
    const input = { username: 'root', password: PASSWORD, confirm_password: PASSWORD };
    const token = link.searchParams.get('token') ?? '';
    const wrong = await client.call(calls.user.setup, { ...input, token: 'guess' });
    expect(wrong.error_code).toBe(10609);
    const done = await client.callOk(calls.user.setup, { ...input, token, register_open: false });
    expect(done.groupid).toBe(1);
    expect(await client.callOk(calls.common.homePageSetting, {})).toMatchObject({
      needs_setup: false,
      register_open: 0,
    });
    const again = await makeVisitor(own).call(calls.user.setup, {
      ...input,
      username: 'eve',
      token,
    });
    expect(again.error_message).toBe('This site is already set up');
  });
});
