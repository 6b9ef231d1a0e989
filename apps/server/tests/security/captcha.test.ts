import { calls } from '@octavo/contract';
import { captchaForms } from '@octavo/contract/captcha-form';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  uniqueAddress,
  PASSWORD,
  solveCaptcha,
  uniqueName,
  makeVisitor,
} from '../helpers/factories.ts';
import { makeItem } from '../helpers/item-factories.ts';
import { openIsolatedSite, openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';

const { register, resetPasswordEmail } = calls.user;
const MINUTE = 60_000;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

const newVisitor = (at = site) => makeVisitor(at, { 'x-forwarded-for': uniqueAddress() });

const form = (v_code: string) => ({
  username: uniqueName(),
  password: PASSWORD,
  confirm_password: PASSWORD,
  v_code,
});

/** Returns four letters that differ from the code. */
const otherCode = (code: string) => (code === 'AAAA' ? 'CCCC' : 'AAAA');

describe('a captcha', () => {
  it('allows one guess: after a wrong one the correct text is rejected', async () => {
    const client = newVisitor();
    const code = await solveCaptcha(site, client, 'register');
    expect((await client.call(register, form(otherCode(code)))).error_code).toBe(10206);
    expect((await client.call(register, form(code))).error_code).toBe(10206);
  });

  it('is also used up by success, even with many simultaneous requests', async () => {
    const client = newVisitor();
    const code = await solveCaptcha(site, client, 'register');
    const tries = Array.from({ length: 8 }, () => client.call(register, form(code)));
    const codes = (await Promise.all(tries)).map((answer) => answer.error_code);
    expect(codes.filter((found) => found === 0)).toHaveLength(1);
    expect((await client.call(register, form(code))).error_code).toBe(10206);
  });

  it('is valid for its form only', async () => {
    for (const other of captchaForms.filter((name) => name !== 'register')) {
      const client = newVisitor();
      const code = await solveCaptcha(site, client, other);
      const cookie = client.cookies.get(`octavo-captcha-${other}`) ?? '';
      expect((await client.call(register, form(code))).error_code).toBe(10206);
      client.cookies.set('octavo-captcha-register', cookie);
      expect((await client.call(register, form(code))).error_code).toBe(10206);
    }
  });

  it('is valid for its browser only', async () => {
    const code = await solveCaptcha(site, newVisitor(), 'register');
    expect((await newVisitor().call(register, form(code))).error_code).toBe(10206);
  });

  it('expires after ten minutes', async () => {
    const own = await openIsolatedSite({ TRUST_PROXY: '1', ROLES: 'web' });
    const client = newVisitor(own);
    const early = await solveCaptcha(own, client, 'register');
    own.advanceTime(9 * MINUTE);
    expect((await client.call(register, form(early))).error_code).toBe(0);
    const late = await solveCaptcha(own, client, 'register');
    own.advanceTime(10 * MINUTE + 1000);
    expect((await client.call(register, form(late))).error_code).toBe(10206);
  });

  it('cannot be forged, taken from another site or read from its cookie', async () => {
    const other = await openIsolatedSite({ TRUST_PROXY: '1', ROLES: 'web' });
    const elsewhere = newVisitor(other);
    const code = await solveCaptcha(other, elsewhere, 'register');
    const foreign = elsewhere.cookies.get('octavo-captcha-register') ?? '';
    const own = newVisitor();
    const ownCode = await solveCaptcha(site, own, 'register');
    const encrypted = own.cookies.get('octavo-captcha-register') ?? '';
    expect(Buffer.from(encrypted, 'base64url').toString('latin1')).not.toContain(ownCode);
    const tampered = encrypted.startsWith('A')
      ? `B${encrypted.slice(1)}`
      : `A${encrypted.slice(1)}`;
    const forged = Buffer.from('{"answer":"AAAA"}').toString('base64url');
    for (const cookie of [foreign, tampered, forged, '', 'x', 'x'.repeat(4000)]) {
      const client = newVisitor();
      client.cookies.set('octavo-captcha-register', cookie);
      for (const guess of [code, ownCode, 'AAAA', ''])
        expect((await client.call(register, form(guess))).error_code).toBe(10206);
    }
  });

  it('is checked first: without it the server sends no mail and creates no account', async () => {
    const client = newVisitor();
    expect((await client.call(register, form('AAAA'))).error_code).toBe(10206);
    const mail = { email: 'mei@harbor.test', v_code: 'AAAA' };
    expect((await client.call(resetPasswordEmail, mail)).error_code).toBe(10206);
    const jobs = await site.database.query(
      `select 1 from pgboss.job where name = 'user-reset-mail'`,
    );
    expect(jobs).toEqual([]);
  });

  it('requested with only rand allows one guess on any form', async () => {
    const rand = { rand: '0.7311' };
    const client = newVisitor();
    const code = await solveCaptcha(site, client, 'register', rand);
    expect((await client.call(register, form(code))).error_code).toBe(0);
    const mail = { email: 'mei@harbor.test', v_code: code };
    expect((await client.call(resetPasswordEmail, mail)).error_code).toBe(10206);
    const other = newVisitor();
    const v_code = await solveCaptcha(site, other, 'reset', rand);
    expect((await other.call(resetPasswordEmail, { ...mail, v_code })).error_code).toBe(0);
    expect((await other.call(register, form(v_code))).error_code).toBe(10206);
    const password_hash = await site.deps.hasher.hash('open sesame');
    const item_id = await makeItem(site, { password_hash });
    const visit = (guess?: string) =>
      other.call(calls.item.pwd, { item_id, password: 'x', ...(guess && { v_code: guess }) });
    for (let failures = 0; failures < 10; failures += 1) await visit();
    expect((await visit()).error_code).toBe(10206);
    const visitCode = await solveCaptcha(site, other, 'visit', rand);
    expect((await visit(visitCode)).error_code).toBe(10308);
    expect((await visit(visitCode)).error_code).toBe(10206);
  });

  it('that is missing is rejected like a wrong one', async () => {
    const { v_code: _, ...withoutCode } = form('');
    expect((await newVisitor().call(register, withoutCode)).error_code).toBe(10206);
    const mail = { email: 'mei@harbor.test' };
    expect((await newVisitor().call(resetPasswordEmail, mail)).error_code).toBe(10206);
  });

  it('is drawn anew each time, and its image differs for the same text', async () => {
    const { captchas } = site.deps;
    const drawn = Array.from({ length: 500 }, () => captchas.draw('login'));
    expect(new Set(drawn.map(({ picture }) => picture)).size).toBe(500);
    expect(new Set(drawn.map(({ encrypted }) => encrypted)).size).toBe(500);
    for (const { picture } of drawn) expect(picture).not.toMatch(/<text|<title|aria-/);
  });
});
