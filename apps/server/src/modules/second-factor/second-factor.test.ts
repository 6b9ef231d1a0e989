import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  logIn,
  makeLoggedInUser,
  makeUser,
  makeVisitor,
  PASSWORD,
  solveCaptcha,
  uniqueAddress,
  uniqueName,
} from '../../../tests/helpers/factories.ts';
import { waitForMails } from '../../../tests/helpers/mails.ts';
import { addSecondFactor, totpCode } from '../../../tests/helpers/second-factor.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { status, startTotp, confirmTotp, removeTotp, createRecoveryCodes, confirmLogin, pending } =
  calls.secondFactor;
const [NEEDED, WRONG_CODE, ENDED, LAST, CONFIRM] = [10660, 10662, 10626, 10663, 10665];
const STEP_MS = 30_000;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1' });
});
afterAll(() => site.close());

const address = () => ({ 'x-forwarded-for': uniqueAddress() });
const newBrowser = () => makeVisitor(site, address());
const newUser = (options = {}) => makeLoggedInUser(site, options, address());

/** A browser after the right password of an account with a second factor. */
async function passwordStep(username: string, browser = newBrowser()) {
  const answer = await browser.call(calls.user.login, { username, password: PASSWORD });
  expect(answer.error_code).toBe(NEEDED);
  return browser;
}

/** Sets up the authenticator app through the calls. */
async function setUp({ client }: Awaited<ReturnType<typeof newUser>>) {
  const { secret, uri } = await client.callOk(startTotp, { password: PASSWORD });
  const factor_code = totpCode(site, secret);
  const { recovery_codes } = await client.callOk(confirmTotp, { factor_code });
  return { secret, uri, recovery_codes };
}

const auditActions = async (uid: number) =>
  (
    await site.database.query(
      `select action from audit_log join "user" on audit_log.uid = "user".uid or subject = "user".username
       where "user".uid = $1 and action <> 'user.confirmFailed' order by audit_id`,
      [uid],
    )
  ).map((row) => row['action']);

describe('the authenticator app', () => {
  it('is used after a code has confirmed it, and stored encrypted', async () => {
    const user = await newUser({ email: `${uniqueName('mail')}@harbor.test` });
    const { client, uid, username } = user;
    const other = await logIn(site, uid);
    const { secret, uri } = await client.callOk(startTotp, { password: PASSWORD });
    expect(uri).toMatch(`otpauth://totp/Octavo:${username}?issuer=Octavo&secret=${secret}`);
    expect((await client.callOk(status, {})).totp).toBeNull();
    expect((await client.call(confirmTotp, { factor_code: '000000' })).error_code).toBe(WRONG_CODE);
    const { recovery_codes } = await client.callOk(confirmTotp, {
      factor_code: totpCode(site, secret),
    });
    expect(new Set(recovery_codes).size).toBe(10);
    expect(recovery_codes[0]).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
    expect(await client.callOk(status, {})).toMatchObject({
      totp: { confirmed_time: expect.any(String) },
      recovery: { total: 10, left: 10 },
      required_from: null,
    });
    // The other sessions were started without a second factor.
    expect((await other.call(calls.user.info, {})).error_code).toBe(10102);
    const stored = JSON.stringify(await site.database.query('select * from totp, recovery_code'));
    expect(stored).not.toContain(secret);
    for (const code of recovery_codes) expect(stored).not.toContain(code);
    expect(await auditActions(uid)).toEqual(['secondFactor.addTotp']);
    expect(site.logLines.join('')).not.toContain(secret);
  });

  it('requires the password, then the second factor itself, for each change', async () => {
    const user = await newUser();
    const { client } = user;
    expect((await client.call(startTotp, { password: 'wrong' })).error_code).toBe(10208);
    expect((await client.call(startTotp, {})).error_code).toBe(CONFIRM);
    const { secret, recovery_codes } = await setUp(user);
    for (const call of [startTotp, removeTotp, createRecoveryCodes]) {
      expect((await client.call(call, { password: PASSWORD })).error_code).toBe(NEEDED);
      expect((await client.call(call, { factor_code: '000000' })).error_code).toBe(WRONG_CODE);
    }
    // The code that has confirmed the app was used already.
    const used = { factor_code: totpCode(site, secret) };
    expect((await client.call(removeTotp, used)).error_code).toBe(WRONG_CODE);
    const codes = await client.callOk(createRecoveryCodes, {
      factor_code: recovery_codes[0] ?? '',
    });
    expect(codes.recovery_codes).not.toContain(recovery_codes[1]);
    const old = { factor_code: recovery_codes[1] ?? '' };
    const client2 = await logIn(site, user.uid, address());
    expect((await client2.call(removeTotp, old)).error_code).toBe(WRONG_CODE);
    await client2.callOk(removeTotp, { factor_code: codes.recovery_codes[0] ?? '' });
    expect(await client2.callOk(status, {})).toMatchObject({
      totp: null,
      recovery: { total: 0, left: 0 },
    });
    expect(await auditActions(user.uid)).toEqual([
      'secondFactor.addTotp',
      'secondFactor.createRecoveryCodes',
      'secondFactor.removeTotp',
    ]);
  });

  it('moves to a new phone and keeps the old one until the new one is confirmed', async () => {
    const user = await newUser();
    const { secret, recovery_codes } = await setUp(user);
    const { client, username } = user;
    const next = await client.callOk(startTotp, { factor_code: recovery_codes[0] ?? '' });
    const browser = await passwordStep(username);
    await browser.callOk(confirmLogin, { factor_code: totpCode(site, secret, 1) });
    const answer = await client.callOk(confirmTotp, { factor_code: totpCode(site, next.secret) });
    expect(answer.recovery_codes).toEqual([]);
    const after = await passwordStep(username);
    site.advanceTime(2 * STEP_MS);
    const old = await after.call(confirmLogin, { factor_code: totpCode(site, secret) });
    expect(old.error_code).toBe(WRONG_CODE);
    await after.callOk(confirmLogin, { factor_code: totpCode(site, next.secret) });
  });

  it('mails every change to the owner', async () => {
    const email = `${uniqueName('mail')}@harbor.test`;
    const user = await newUser({ email });
    const { recovery_codes } = await setUp(user);
    await user.client.callOk(createRecoveryCodes, { factor_code: recovery_codes[0] ?? '' });
    const mails = await waitForMails(email, 2);
    // Two jobs, which may run in any order.
    const text = mails.map((mail) => mail.text).join('\n');
    expect(text).toContain('app was added');
    expect(text).toContain('new recovery codes');
  });
});

describe('the second step of a login', () => {
  it('starts the session; the first step alone starts none', async () => {
    const { uid, username } = await makeUser(site);
    const { secret } = await addSecondFactor(site, uid);
    const browser = await passwordStep(username);
    expect(browser.cookies.has('octavo')).toBe(false);
    expect((await browser.call(calls.user.info, {})).error_code).toBe(10102);
    expect(await browser.callOk(pending, {})).toEqual({ username, has_totp: 1, has_passkey: 0 });
    expect((await newBrowser().call(pending, {})).error_code).toBe(ENDED);
    expect(await auditActions(uid)).toEqual([]);
    const account = await browser.callOk(confirmLogin, { factor_code: totpCode(site, secret) });
    expect(account).toMatchObject({ uid, username });
    expect((await browser.callOk(calls.user.info, {})).uid).toBe(uid);
    expect(await auditActions(uid)).toEqual(['user.login']);
    expect((await browser.call(pending, {})).error_code).toBe(ENDED);
  });

  it('belongs to the browser of the first step and does not replace a session token', async () => {
    const { uid, username } = await makeUser(site);
    const { secret } = await addSecondFactor(site, uid);
    const browser = await passwordStep(username);
    const token = browser.cookies.get('octavo-login') ?? '';
    const factor_code = totpCode(site, secret);
    const stranger = newBrowser();
    expect((await stranger.call(confirmLogin, { factor_code })).error_code).toBe(ENDED);
    stranger.cookies.set('octavo', token);
    expect((await stranger.call(calls.user.info, {})).error_code).toBe(10102);
    const headers = { authorization: `Bearer ${token}` };
    const bearer = await newBrowser().request({
      method: 'POST',
      url: calls.user.info.path,
      headers,
    });
    expect(bearer.json()).toMatchObject({ error_code: 10102 });
    const stored = await site.database.query('select token_hash from pending_login');
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('returns a token to a script that asked for one in the first step', async () => {
    const { uid, username } = await makeUser(site);
    const { secret } = await addSecondFactor(site, uid);
    const script = makeVisitor(site, {
      ...address(),
      origin: undefined,
      'sec-fetch-site': undefined,
    });
    await passwordStep(username, script);
    const { user_token } = await script.callOk(confirmLogin, {
      factor_code: totpCode(site, secret),
    });
    expect(user_token).toMatch(/^[\w-]{43}$/);
  });

  it('accepts a step before and after, and nothing further away', async () => {
    const { uid, username } = await makeUser(site);
    const { secret } = await addSecondFactor(site, uid);
    const tryStep = async (steps: number) => {
      const factor_code = totpCode(site, secret, steps);
      return (await (await passwordStep(username)).call(confirmLogin, { factor_code })).error_code;
    };
    expect(await tryStep(-2)).toBe(WRONG_CODE);
    expect(await tryStep(2)).toBe(WRONG_CODE);
    expect(await tryStep(-1)).toBe(0);
    expect(await tryStep(0)).toBe(0);
    expect(await tryStep(1)).toBe(0);
    // Older than the last accepted step.
    expect(await tryStep(0)).toBe(WRONG_CODE);
  });

  it.each(['app', 'recovery'] as const)('accepts one %s code once in 50 requests', async (kind) => {
    const { uid, username } = await makeUser(site);
    const { secret, recoveryCodes } = await addSecondFactor(site, uid);
    const browsers = await Promise.all(Array.from({ length: 50 }, () => passwordStep(username)));
    const factor_code = kind === 'app' ? totpCode(site, secret) : (recoveryCodes[0] ?? '');
    const answers = await Promise.all(
      browsers.map((browser) => browser.call(confirmLogin, { factor_code })),
    );
    expect(answers.filter((answer) => answer.error_code === 0)).toHaveLength(1);
    const devices = await site.database.query('select from device where uid = $1', [uid]);
    expect(devices).toHaveLength(1);
  });

  it('completes one login once, even with different codes', async () => {
    const { uid, username } = await makeUser(site);
    const { recoveryCodes } = await addSecondFactor(site, uid);
    const browser = await passwordStep(username);
    const token = browser.cookies.get('octavo-login') ?? '';
    const answers = await Promise.all(
      recoveryCodes.map((factor_code) => {
        const client = newBrowser();
        client.cookies.set('octavo-login', token);
        return client.call(confirmLogin, { factor_code });
      }),
    );
    expect(answers.filter((answer) => answer.error_code === 0)).toHaveLength(1);
  });

  it('requires a captcha after failures, ends after ten codes, and never locks the account', async () => {
    const { uid, username } = await makeUser(site);
    const { secret } = await addSecondFactor(site, uid);
    const browser = await passwordStep(username);
    const wrong = { factor_code: '000000' };
    const codes: number[] = [];
    for (let tries = 0; tries < 5; tries += 1)
      codes.push((await browser.call(confirmLogin, wrong)).error_code);
    expect(codes).toEqual([WRONG_CODE, WRONG_CODE, WRONG_CODE, WRONG_CODE, 10210]);
    const right = () => ({ factor_code: totpCode(site, secret) });
    expect((await browser.call(confirmLogin, right())).error_code).toBe(10206);
    for (let tries = 0; tries < 5; tries += 1) {
      const v_code = await solveCaptcha(site, browser, 'login');
      expect((await browser.call(confirmLogin, { ...wrong, v_code })).error_code).toBe(10210);
    }
    const v_code = await solveCaptcha(site, browser, 'login');
    expect((await browser.call(confirmLogin, { ...right(), v_code })).error_code).toBe(ENDED);
    const again = await passwordStep(username);
    const code = await solveCaptcha(site, again, 'login');
    await again.callOk(confirmLogin, { ...right(), v_code: code });
    // Failures of the second step do not affect the first one.
    await passwordStep(username);
    expect(
      (await auditActions(uid)).filter((action) => action === 'user.loginFailed'),
    ).toHaveLength(5);
  });

  it.each([
    ['the account is disabled', 'update "user" set disabled_time = now() where uid = $1'],
    ['it has expired', `update pending_login set expire_time = now() where uid = $1`],
  ])('is rejected after that: %s', async (_case, change) => {
    const { uid, username } = await makeUser(site);
    const { secret } = await addSecondFactor(site, uid);
    const browser = await passwordStep(username);
    await site.database.query(change, [uid]);
    const factor_code = totpCode(site, secret);
    expect((await browser.call(confirmLogin, { factor_code })).error_code).toBe(ENDED);
  });

  it('ends with the sessions of the user', async () => {
    const admin = await newUser({ admin: true });
    const { uid, username } = await makeUser(site);
    const { secret } = await addSecondFactor(site, uid);
    const browser = await passwordStep(username);
    await admin.client.callOk(calls.adminUser.revokeDevices, { uid });
    const factor_code = totpCode(site, secret);
    expect((await browser.call(confirmLogin, { factor_code })).error_code).toBe(ENDED);
  });
});

describe('adminSecurity/removeSecondFactors', () => {
  it('lets a user in who has lost the phone, logs out everywhere, and informs the user', async () => {
    const email = `${uniqueName('mail')}@harbor.test`;
    const admin = await newUser({ admin: true });
    const user = await newUser({ email });
    await setUp(user);
    const remove = calls.adminSecurity.removeSecondFactors;
    expect((await admin.client.call(remove, { uid: user.uid })).error_code).toBe(CONFIRM);
    await admin.client.callOk(remove, { uid: user.uid, password: PASSWORD });
    expect((await user.client.call(calls.user.info, {})).error_code).toBe(10102);
    await newBrowser().callOk(calls.user.login, { username: user.username, password: PASSWORD });
    expect(await auditActions(user.uid)).toContain('adminSecurity.removeSecondFactors');
    const mails = await waitForMails(email, 2);
    expect(mails.some((mail) => mail.text.includes('administrator removed'))).toBe(true);
  });

  it('is not a way around the own second factor', async () => {
    const admin = await newUser({ admin: true });
    const { recovery_codes } = await setUp(admin);
    const remove = calls.adminSecurity.removeSecondFactors;
    const own = { uid: admin.uid, factor_code: recovery_codes[0] ?? '' };
    expect((await admin.client.call(remove, own)).error_code).toBe(10103);
    const { uid } = await makeUser(site);
    expect((await admin.client.call(remove, { uid, password: PASSWORD })).error_code).toBe(NEEDED);
  });
});

describe('the last second factor', () => {
  it('stays while the site requires one', async () => {
    const admin = await newUser({ admin: true });
    const { recovery_codes } = await setUp(admin);
    await admin.client.callOk(calls.adminSecurity.save, { second_factor_for: 'staff' });
    const factor_code = recovery_codes[0] ?? '';
    expect((await admin.client.call(removeTotp, { factor_code })).error_code).toBe(LAST);
    await admin.client.callOk(calls.adminSecurity.save, { second_factor_for: 'none' });
    await admin.client.callOk(removeTotp, { factor_code: recovery_codes[1] ?? '' });
  });
});
