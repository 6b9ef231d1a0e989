import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpDatabase } from '../helpers/database-content.ts';
import {
  uniqueAddress,
  logIn,
  makeUser,
  PASSWORD,
  solveCaptcha,
  uniqueName,
  makeVisitor,
} from '../helpers/factories.ts';
import { openTransaction } from '../helpers/open-transaction.ts';
import { waitForIdleQueue } from '../helpers/idle-queue.ts';
import { linkQuery, mailsTo, waitForMails } from '../helpers/mails.ts';
import { openTestSite } from '../helpers/site.ts';
import type { TestSite } from '../helpers/site.ts';
import { userRepository } from '../../src/modules/account/user.repository.ts';

const { resetPasswordEmail, resetPasswordByUrl, updateEmail, resetPassword, info, login } =
  calls.user;
const NEW_PASSWORD = 'another horse 8 battery';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1' });
});
afterAll(() => site.close());

async function makeUserWithEmail() {
  const email = `${uniqueName('mail')}@harbor.test`;
  return { ...(await makeUser(site, { email })), email };
}

async function requestResetMail(email: string, headers: Record<string, string> = {}) {
  const client = makeVisitor(site, { 'x-forwarded-for': uniqueAddress(), ...headers });
  const v_code = await solveCaptcha(site, client, 'reset');
  await client.callOk(resetPasswordEmail, { email, v_code });
}

/** Returns the link of the newest of `count` received mails. */
async function mailedLink(email: string, count = 1) {
  const mails = await waitForMails(email, count);
  const mail = mails.at(-1);
  if (!mail) throw new Error('no mail');
  const query = linkQuery(mail);
  const input = {
    uid: Number(query.get('uid')),
    email: query.get('email') ?? '',
    token: query.get('token') ?? '',
    new_password: NEW_PASSWORD,
  };
  return { mail, input };
}

function submitResetLink(input: Awaited<ReturnType<typeof mailedLink>>['input']) {
  return makeVisitor(site, { 'x-forwarded-for': uniqueAddress() }).call(resetPasswordByUrl, input);
}

const INVALID = { error_code: 10609, data: null };

describe('a password reset link', () => {
  it('uses the public URL, whatever host the request names', async () => {
    const { email } = await makeUserWithEmail();
    await requestResetMail(email, {
      host: 'evil.test',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      'x-host': 'evil.test',
      'x-original-host': 'evil.test',
      forwarded: 'host=evil.test',
    });
    const { mail } = await mailedLink(email);
    const links = mail.text.match(/https?:\/\/[^/\s]+/g);
    expect(new Set(links)).toEqual(new Set(['http://octavo.test']));
    expect(JSON.stringify(mail)).not.toContain('evil.test');
  });

  it('works once, even with many simultaneous requests', async () => {
    const { email } = await makeUserWithEmail();
    await requestResetMail(email);
    const { input } = await mailedLink(email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => submitResetLink(input)));
    const codes = answers.map((answer) => answer.error_code).toSorted((a, b) => a - b);
    expect(codes).toEqual([0, ...Array.from({ length: 7 }, () => INVALID.error_code)]);
    expect(await submitResetLink(input)).toMatchObject(INVALID);
  });

  it('is invalid for a request that started before another one used it', async () => {
    const { email, uid } = await makeUserWithEmail();
    await requestResetMail(email);
    const { input } = await mailedLink(email);
    const other = await openTransaction(site.database);
    await other.query('select 1 from mail_link where uid = $1 for update', [uid]);
    const late = submitResetLink(input);
    await other.waitUntilBlocked();
    await other.query('update mail_link set expire_time = clock_timestamp() where uid = $1', [uid]);
    await other.commit();
    expect(await late).toMatchObject(INVALID);
  });

  it('ends every session, and only the new password works from then on', async () => {
    const { email, uid, username } = await makeUserWithEmail();
    const devices = [await logIn(site, uid), await logIn(site, uid)];
    await requestResetMail(email);
    const { input } = await mailedLink(email);
    expect((await submitResetLink(input)).error_code).toBe(0);
    for (const device of devices) expect((await device.call(info, {})).error_code).toBe(10102);
    const codeFor = async (password: string) =>
      (
        await makeVisitor(site, { 'x-forwarded-for': uniqueAddress() }).call(login, {
          username,
          password,
        })
      ).error_code;
    expect(await codeFor(PASSWORD)).toBe(10204);
    expect(await codeFor(NEW_PASSWORD)).toBe(0);
  });

  it('is invalid for another user, another email address and a changed token', async () => {
    const { email } = await makeUserWithEmail();
    const other = await makeUserWithEmail();
    await requestResetMail(email);
    const { input } = await mailedLink(email);
    const wrong = [
      { ...input, uid: other.uid },
      { ...input, uid: other.uid, email: other.email },
      { ...input, email: other.email },
      { ...input, token: `${input.token.slice(0, -1)}${input.token.endsWith('A') ? 'B' : 'A'}` },
      { ...input, token: input.token.toLowerCase() },
      { ...input, token: '' },
      { ...input, token: '%' },
    ];
    for (const tried of wrong) expect(await submitResetLink(tried)).toMatchObject(INVALID);
    expect((await submitResetLink(input)).error_code).toBe(0);
  });

  it('expires after thirty minutes', async () => {
    const { email, uid } = await makeUserWithEmail();
    await requestResetMail(email);
    const { input } = await mailedLink(email);
    const [row] = await site.database.query<{ minutes: number }>(
      `select round(extract(epoch from expire_time - addtime) / 60)::int as minutes
       from mail_link where uid = $1`,
      [uid],
    );
    expect(row?.minutes).toBe(30);
    await site.database.query(
      `update mail_link set expire_time = expire_time - interval '31 minutes' where uid = $1`,
      [uid],
    );
    expect(await submitResetLink(input)).toMatchObject(INVALID);
  });

  it('is invalid once a newer one was mailed', async () => {
    const { email } = await makeUserWithEmail();
    await requestResetMail(email);
    const { input: older } = await mailedLink(email, 1);
    await requestResetMail(email);
    const { input: newer } = await mailedLink(email, 2);
    expect(newer.token).not.toBe(older.token);
    expect(await submitResetLink(older)).toMatchObject(INVALID);
    expect((await submitResetLink(newer)).error_code).toBe(0);
  });

  it('is invalid once the email or the password was changed', async () => {
    for (const change of ['email', 'password'] as const) {
      const { email, uid } = await makeUserWithEmail();
      await requestResetMail(email);
      const { input } = await mailedLink(email);
      const client = await logIn(site, uid);
      if (change === 'email')
        await client.callOk(updateEmail, { email: `new.${email}`, password: PASSWORD });
      else await client.callOk(resetPassword, { password: PASSWORD, new_password: NEW_PASSWORD });
      expect(await submitResetLink(input)).toMatchObject(INVALID);
      expect(await submitResetLink({ ...input, email: `new.${email}` })).toMatchObject(INVALID);
    }
  });

  it('is stored only as a hash, and the email address in queued jobs is encrypted', async () => {
    const { email } = await makeUserWithEmail();
    await requestResetMail(email);
    const { input } = await mailedLink(email);
    const text = await dumpDatabase(site.database);
    expect(text).not.toContain(input.token);
    expect(text).not.toContain(Buffer.from(input.token).toString('hex'));
    const jobs = await site.database.query<{ data: string }>(
      'select data::text as data from pgboss.job',
    );
    expect(jobs.some(({ data }) => data.includes(email))).toBe(false);
    expect(site.logLines.join('')).not.toContain(input.token);
  });

  it('is not sent to, and does not work for, a disabled user', async () => {
    const { email, uid } = await makeUserWithEmail();
    await requestResetMail(email);
    const { input } = await mailedLink(email);
    await site.database.query('update "user" set disabled_time = now() where uid = $1', [uid]);
    expect(await submitResetLink(input)).toMatchObject(INVALID);
    await requestResetMail(email);
    await waitForIdleQueue(site.database);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('is not sent to an email address that was never verified', async () => {
    const { uid } = await makeUser(site);
    const email = `${uniqueName('mail')}@harbor.test`;
    await userRepository(site.deps.db).bindEmail(uid, email);
    await requestResetMail(email);
    await waitForIdleQueue(site.database);
    expect(await mailsTo(email)).toEqual([]);
  });
});
