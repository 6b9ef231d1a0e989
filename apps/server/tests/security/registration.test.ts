import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  uniqueAddress,
  makeUser,
  PASSWORD,
  solveCaptcha,
  makeVisitor,
} from '../helpers/factories.ts';
import { openIsolatedSite, openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';
import { settingRepository } from '../../src/modules/setting/setting.repository.ts';

const { register, login } = calls.user;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

/** Returns a function that sends the registration form of a visitor with a solved captcha. */
async function prepareRegistration(at: TestSite) {
  const client = makeVisitor(at, { 'x-forwarded-for': uniqueAddress() });
  const v_code = await solveCaptcha(at, client, 'register');
  return (username: string, more: object = {}) =>
    client.call(register, {
      username,
      password: PASSWORD,
      confirm_password: PASSWORD,
      v_code,
      ...more,
    });
}

async function loadUsernames(at: TestSite): Promise<string[]> {
  const rows = await at.database.query<{ username: string }>('select username from "user"');
  return rows.map((row) => row.username);
}

describe('registration', () => {
  it('creates one account for fifty simultaneous requests with one name in three spellings', async () => {
    const spellings = ['Bob', 'bob', 'ｂｏｂ'];
    const forms = await Promise.all(Array.from({ length: 50 }, () => prepareRegistration(site)));
    const before = (await loadUsernames(site)).length;
    const answers = await Promise.all(forms.map((send, at) => send(spellings[at % 3] ?? '')));
    const codes = answers.map(({ error_code }) => error_code).toSorted((a, b) => a - b);
    expect(codes).toEqual([0, ...Array.from({ length: 49 }, () => 10201)]);
    expect(await loadUsernames(site)).toHaveLength(before + 1);
  });

  it.each([
    ['straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ﬁsh', 'fish'],
    ['Ⅳan', 'ivan'],
    ['ĳssel', 'IJssel'],
    ['ſam', 'Sam'],
    ['x\u212Aelvin', 'xkelvin'],
  ])('treats %s and %s as the same name', async (first, second) => {
    expect((await (await prepareRegistration(site))(first)).error_code).toBe(0);
    expect((await (await prepareRegistration(site))(second)).error_code).toBe(10201);
  });

  it.each(['admin', 'ADMIN', 'Administrator', 'ａｄｍｉｎ', 'root', 'System', 'support'])(
    'reserves %s',
    async (name) => {
      const answer = await (await prepareRegistration(site))(name);
      expect(answer).toMatchObject({ error_code: 10610, data: null });
      expect(await loadUsernames(site)).not.toContain(name);
    },
  );

  const invalidUsernames = [
    '<?php echo 1;',
    '{{7*7}}',
    '${7*7}',
    '<%=7*7%>',
    '<script>',
    `o'reilly`,
    'a b',
    'a/b',
    String.raw`a\b`,
    '../etc',
    'a\u200Bb',
    'a\u202Eb',
    'a\u0301'.repeat(3),
    'x',
    'x'.repeat(65),
    '',
  ];
  it.each(invalidUsernames)('rejects the username %j', async (name) => {
    const answer = await (await prepareRegistration(site))(name);
    expect(answer).toMatchObject({ error_code: 10610, data: null });
    expect(await loadUsernames(site)).not.toContain(name);
  });

  it('rejects passwords that are too short, too long or common', async () => {
    const weakPasswords = [
      'short 7',
      'x'.repeat(257),
      'password',
      'Password1',
      '12345678',
      'qwertyuiop',
    ];
    for (const password of weakPasswords) {
      const send = await prepareRegistration(site);
      const answer = await send('mei', { password, confirm_password: password });
      expect(answer.error_code).toBe(10611);
    }
    expect(await loadUsernames(site)).not.toContain('mei');
  });

  it('is rejected by the server while it is closed', async () => {
    const closed = await openIsolatedSite({ TRUST_PROXY: '1', ROLES: 'web' });
    const early = await prepareRegistration(closed);
    await settingRepository(closed.deps.db).save({ register_open: false });
    for (const send of [early, await prepareRegistration(closed)])
      expect(await send('mei', { register_open: 1 })).toMatchObject({
        error_code: 10101,
        data: null,
      });
    expect(await loadUsernames(closed)).toEqual([]);
  });

  it('rejects a username that equals the email address of another user', async () => {
    const email = 'mei.lin@harbor.test';
    const { uid } = await makeUser(site, { email });
    expect((await (await prepareRegistration(site))(email)).error_code).toBe(10201);
    const answer = await makeVisitor(site).callOk(login, { username: email, password: PASSWORD });
    expect(answer.uid).toBe(uid);
  });

  it('is rate-limited per IP address', async () => {
    const client = makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
    const input = { username: 'x', password: 'x', confirm_password: 'x', v_code: 'x' };
    const codes: number[] = [];
    for (let tries = 0; tries < 61; tries += 1)
      codes.push((await client.call(register, input)).error_code);
    expect(new Set(codes.slice(0, 60))).toEqual(new Set([10206]));
    expect(codes[60]).toBe(10602);
  });
});
