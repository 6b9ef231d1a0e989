import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPasskey, Authenticator, confirmationOf } from '../../../tests/helpers/authenticator.ts';
import type { TestClient } from '../../../tests/helpers/client.ts';
import {
  logIn,
  makeLoggedInUser,
  makeUser,
  makeVisitor,
  PASSWORD,
  uniqueAddress,
  uniqueName,
} from '../../../tests/helpers/factories.ts';
import { waitForMails } from '../../../tests/helpers/mails.ts';
import { addSecondFactor, totpCode } from '../../../tests/helpers/second-factor.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { startLogin, login, startConfirmation, startCreate, create, rename, remove } = calls.passkey;
const { status, confirmLogin, createRecoveryCodes, pending, removeTotp } = calls.secondFactor;
const [UNKNOWN, REJECTED, COPIED, EXPIRED, EXISTS, OFF, NEEDS_LOGIN] = [
  10666, 10667, 10668, 10669, 10674, 10675, 10676,
];
const [NEEDED, CONFIRM, LAST, NO_SESSION, GONE] = [10660, 10665, 10663, 10102, 10101];
const ORIGIN = 'http://octavo.test';
const MINUTE_MS = 60_000;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1' });
});
afterAll(() => site.close());

const address = () => ({ 'x-forwarded-for': uniqueAddress() });
const newBrowser = () => makeVisitor(site, address());
const newUser = (options = {}) => makeLoggedInUser(site, options, address());

/** Adds a passkey through the calls. */
async function register(
  client: TestClient,
  name = 'Laptop',
  confirmation: object = { password: PASSWORD },
) {
  const device = new Authenticator(ORIGIN);
  const { options } = await client.callOk(startCreate, confirmation);
  const { recovery_codes } = await client.callOk(create, { name, passkey: device.create(options) });
  return { device, recovery_codes, options };
}

/** A user with a passkey, without a session. */
async function passkeyUser() {
  const user = await makeUser(site);
  return { ...user, device: await addPasskey(site, user.uid) };
}

async function challenge(client: TestClient, second_step = false) {
  return (await client.callOk(startLogin, { second_step })).options;
}

async function logInWith(device: Authenticator, client = newBrowser()) {
  const passkey = device.sign(await challenge(client));
  return { client, answer: await client.call(login, { passkey }) };
}

async function passwordStep(username: string) {
  const client = newBrowser();
  const answer = await client.call(calls.user.login, { username, password: PASSWORD });
  expect(answer.error_code).toBe(NEEDED);
  return client;
}

const audit = (uid: number) =>
  site.database.query<{ action: string; facts: Record<string, unknown> }>(
    `select action, facts from audit_log where uid = $1
     or subject = (select username from "user" where uid = $1) order by audit_id`,
    [uid],
  );

describe('a new passkey', () => {
  it('is stored with a name, logs out the other devices, and comes with recovery codes', async () => {
    const email = `${uniqueName('mail')}@harbor.test`;
    const { client, uid } = await newUser({ email });
    const other = await logIn(site, uid);
    const { recovery_codes, options } = await register(client, '  Laptop of Mei ');
    expect(options).toMatchObject({
      rp: { id: 'octavo.test', name: 'Octavo' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(recovery_codes).toHaveLength(10);
    expect(await client.callOk(status, {})).toMatchObject({
      passkeys: [{ name: 'Laptop of Mei', is_security_key: false, last_used_time: null }],
      passkey_support: 'ready',
      totp: null,
      recovery: { left: 10 },
    });
    expect((await other.call(calls.user.info, {})).error_code).toBe(NO_SESSION);
    expect(await audit(uid)).toMatchObject([
      { action: 'passkey.create', facts: { name: 'Laptop of Mei' } },
    ]);
    const [mail] = await waitForMails(email, 1);
    expect(mail?.text).toContain('a passkey was added');
  });

  it('needs the password, then a second factor; excludes the existing ones and keeps the user handle', async () => {
    const { client } = await newUser();
    expect(await client.call(startCreate, {})).toMatchObject({
      error_code: CONFIRM,
      data: { methods: ['password'], minutes: 0 },
    });
    const first = await register(client);
    expect(await client.call(startCreate, { password: PASSWORD })).toMatchObject({
      error_code: NEEDED,
      data: { methods: ['passkey', 'code'], minutes: 0 },
    });
    const passkey = await confirmationOf(client, first.device);
    const second = await register(client, 'Key', { passkey });
    expect(second.options.excludeCredentials.map(({ id }) => id)).toEqual([first.device.id]);
    expect(second.options.user.id).toBe(first.options.user.id);
    expect(second.recovery_codes).toEqual([]);
    expect((await logInWith(first.device)).answer.error_code).toBe(0);
    expect((await logInWith(second.device)).answer.error_code).toBe(0);
  });

  it.each([
    ['another site', { origin: 'https://evil.test' }],
    ['another host', { rpId: 'evil.test' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['a frame in another site', { crossOrigin: true }],
    ['a user who was not verified', { isVerified: false }],
    ['the wrong type', { type: 'webauthn.get' }],
  ])('is rejected for %s', async (_case, defects) => {
    const { client } = await newUser();
    const { options } = await client.callOk(startCreate, { password: PASSWORD });
    const passkey = new Authenticator(ORIGIN).create(options, defects);
    const answer = await client.call(create, { name: 'Laptop', passkey });
    expect(answer.error_code).toBe(REJECTED);
    expect((await client.callOk(status, {})).passkeys).toEqual([]);
  });

  it('belongs to the session that has confirmed it, once', async () => {
    const { client, uid } = await newUser();
    const { options } = await client.callOk(startCreate, { password: PASSWORD });
    const cookie = client.cookies.get('octavo-passkey') ?? '';
    const input = { name: 'Laptop', passkey: new Authenticator(ORIGIN).create(options) };
    for (const other of [await logIn(site, uid, address()), (await newUser()).client]) {
      other.cookies.set('octavo-passkey', cookie);
      expect((await other.call(create, input)).error_code).toBe(EXPIRED);
    }
    await client.callOk(create, input);
    client.cookies.set('octavo-passkey', cookie);
    expect((await client.call(create, input)).error_code).toBe(EXPIRED);
  });

  it('is registered for one account only', async () => {
    const { device } = await passkeyUser();
    const { client } = await newUser();
    const { options } = await client.callOk(startCreate, { password: PASSWORD });
    const input = { name: 'Copy', passkey: device.create(options) };
    expect((await client.call(create, input)).error_code).toBe(EXISTS);
    expect((await client.callOk(status, {})).passkeys).toEqual([]);
  });

  it('is one of at most 20', async () => {
    const { client, uid } = await newUser();
    const devices = await Promise.all(Array.from({ length: 20 }, () => addPasskey(site, uid)));
    const passkey = await confirmationOf(client, devices[0]!);
    expect((await client.call(startCreate, { passkey })).error_code).toBe(10608);
  });
});

describe('a login with a passkey', () => {
  it('needs no username, no password and no second step', async () => {
    const { uid, username, device } = await passkeyUser();
    await addSecondFactor(site, uid);
    const client = newBrowser();
    const options = await challenge(client);
    expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required' });
    const passkey = device.sign(options);
    expect(await client.callOk(login, { passkey })).toMatchObject({ uid, username });
    expect((await client.callOk(calls.user.info, {})).uid).toBe(uid);
    expect(client.cookies.has('octavo-passkey')).toBe(false);
    expect((await client.callOk(status, {})).passkeys[0]?.last_used_time).not.toBeNull();
    expect(await audit(uid)).toMatchObject([{ action: 'user.login', facts: { way: 'passkey' } }]);
  });

  it.each([
    ['another site', { origin: 'https://evil.test' }],
    ['a subdomain', { origin: 'http://evil.octavo.test' }],
    ['another host', { rpId: 'evil.test' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['a frame in another site', { crossOrigin: true }],
    ['a user who was not verified', { isVerified: false }],
    ['the wrong type', { type: 'webauthn.create' }],
    ['another user', { userHandle: 'AAAA' }],
  ])('is rejected for %s, and recorded', async (_case, defects) => {
    const { uid, device } = await passkeyUser();
    const client = newBrowser();
    const passkey = device.sign(await challenge(client), defects);
    const answer = await client.call(login, { passkey });
    expect(answer.error_code).toBe(REJECTED);
    expect(answer.error_message).toContain(ORIGIN);
    expect(client.cookies.has('octavo')).toBe(false);
    await expect
      .poll(() => audit(uid))
      .toMatchObject([{ action: 'user.loginFailed', facts: { reason: 'passkey' } }]);
  });

  it('is rejected with the signature of another passkey', async () => {
    const [mine, theirs] = [await passkeyUser(), await passkeyUser()];
    const client = newBrowser();
    const passkey = mine.device.sign(await challenge(client), { credentialId: theirs.device.id });
    expect((await client.call(login, { passkey })).error_code).toBe(REJECTED);
    const unknown = new Authenticator(ORIGIN).sign(await challenge(client));
    expect((await client.call(login, { passkey: unknown })).error_code).toBe(UNKNOWN);
  });

  it('accepts a challenge once, in the browser that requested it, for five minutes', async () => {
    const { device } = await passkeyUser();
    const client = newBrowser();
    const passkey = device.sign(await challenge(client));
    const cookie = client.cookies.get('octavo-passkey') ?? '';
    expect((await newBrowser().call(login, { passkey })).error_code).toBe(EXPIRED);
    await client.callOk(login, { passkey });
    const thief = newBrowser();
    thief.cookies.set('octavo-passkey', cookie);
    expect((await thief.call(login, { passkey })).error_code).toBe(EXPIRED);
    const late = newBrowser();
    const latePasskey = device.sign(await challenge(late));
    site.advanceTime(5 * MINUTE_MS);
    expect((await late.call(login, { passkey: latePasskey })).error_code).toBe(EXPIRED);
  });

  it('is not started by a challenge for something else', async () => {
    const { uid, username, device } = await passkeyUser();
    const inSession = await logIn(site, uid, address());
    const confirmation = await confirmationOf(inSession, device);
    expect((await inSession.call(login, { passkey: confirmation })).error_code).toBe(EXPIRED);
    const client = await passwordStep(username);
    const secondStep = device.sign(await challenge(client, true));
    expect((await client.call(login, { passkey: secondStep })).error_code).toBe(EXPIRED);
    const forLogin = device.sign(await challenge(client));
    expect((await client.call(confirmLogin, { passkey: forLogin })).error_code).toBe(EXPIRED);
  });

  it('accepts one response once in 50 requests', async () => {
    const { uid, device } = await passkeyUser();
    const client = newBrowser();
    const passkey = device.sign(await challenge(client));
    const cookie = client.cookies.get('octavo-passkey') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => {
        const browser = newBrowser();
        browser.cookies.set('octavo-passkey', cookie);
        return browser.call(login, { passkey });
      }),
    );
    expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
    expect(answers.filter(({ error_code }) => error_code === EXPIRED)).toHaveLength(49);
    expect(await site.database.query('select from device where uid = $1', [uid])).toHaveLength(1);
  });

  it('accepts one value of a counter once in 50 requests', async () => {
    const { device } = await passkeyUser();
    device.counter = 7;
    const prepared = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const client = newBrowser();
        return { client, passkey: device.sign(await challenge(client)) };
      }),
    );
    const answers = await Promise.all(
      prepared.map(({ client, passkey }) => client.call(login, { passkey })),
    );
    expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
    expect(answers.filter(({ error_code }) => error_code === COPIED)).toHaveLength(49);
  });

  it('notices a copy by its counter, and says what to do', async () => {
    const { uid, device } = await passkeyUser();
    device.counter = 5;
    expect((await logInWith(device)).answer.error_code).toBe(0);
    device.counter = 4;
    const { answer } = await logInWith(device);
    expect(answer.error_code).toBe(COPIED);
    expect(answer.error_message).toMatch(/remove it/);
    device.counter = 0;
    expect((await logInWith(device)).answer.error_code).toBe(COPIED);
    device.counter = 6;
    expect((await logInWith(device)).answer.error_code).toBe(0);
    const failed = async () =>
      (await audit(uid)).filter(({ action }) => action === 'user.loginFailed');
    await expect.poll(failed).toHaveLength(2);
  });

  it('is rejected for a disabled and a deleted account', async () => {
    const { uid, device } = await passkeyUser();
    await site.database.query('update "user" set disabled_time = now() where uid = $1', [uid]);
    expect((await logInWith(device)).answer.error_code).toBe(10634);
    await site.database.query('delete from "user" where uid = $1', [uid]);
    expect((await logInWith(device)).answer.error_code).toBe(UNKNOWN);
  });

  it('can be limited to one user, for the renewal of a session', async () => {
    const { username, device } = await passkeyUser();
    const client = newBrowser();
    const other = (await makeUser(site)).username;
    const first = device.sign(await challenge(client));
    const refused = await client.call(login, { passkey: first, username: other });
    expect(refused.error_code).toBe(10677);
    expect(client.cookies.has('octavo')).toBe(false);
    const passkey = device.sign(await challenge(client));
    await client.callOk(login, { passkey, username: username.toUpperCase() });
  });

  it('is not a way around the directory or provider of an account without local access', async () => {
    const { uid, device } = await passkeyUser();
    await site.database.query(
      'update "user" set local_access = false, password_hash = null where uid = $1',
      [uid],
    );
    const { client, answer } = await logInWith(device);
    expect(answer.error_code).toBe(NEEDS_LOGIN);
    expect(client.cookies.has('octavo')).toBe(false);
  });
});

describe('the second step', () => {
  it('accepts a passkey of the user', async () => {
    const { uid, username, device } = await passkeyUser();
    const client = await passwordStep(username);
    expect(await client.callOk(pending, {})).toEqual({ username, has_totp: 0, has_passkey: 1 });
    const options = await challenge(client, true);
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([device.id]);
    await client.callOk(confirmLogin, { passkey: device.sign(options) });
    expect((await client.callOk(calls.user.info, {})).uid).toBe(uid);
    expect((await client.call(pending, {})).error_code).toBe(10626);
  });

  it('rejects the passkey of another user, and one for another login', async () => {
    const [mine, theirs] = [await passkeyUser(), await passkeyUser()];
    const client = await passwordStep(mine.username);
    const foreign = theirs.device.sign(await challenge(client, true));
    expect((await client.call(confirmLogin, { passkey: foreign })).error_code).toBe(UNKNOWN);
    const elsewhere = await passwordStep(mine.username);
    const passkey = mine.device.sign(await challenge(elsewhere, true));
    client.cookies.set('octavo-passkey', elsewhere.cookies.get('octavo-passkey') ?? '');
    expect((await client.call(confirmLogin, { passkey })).error_code).toBe(EXPIRED);
    expect((await newBrowser().call(startLogin, { second_step: true })).error_code).toBe(10626);
    expect((await client.call(confirmLogin, {})).error_code).toBe(GONE);
  });

  it('accepts a recovery code instead, of an account that has passkeys only', async () => {
    const { client, username } = await newUser();
    const { recovery_codes } = await register(client);
    const browser = await passwordStep(username);
    await browser.callOk(confirmLogin, { factor_code: recovery_codes[0] ?? '' });
    expect((await browser.callOk(calls.user.info, {})).username).toBe(username);
  });
});

describe('the passkeys of a user', () => {
  it('are renamed and removed by their owner only, after a confirmation', async () => {
    const email = `${uniqueName('mail')}@harbor.test`;
    const { client, uid } = await newUser({ email });
    const { device, recovery_codes } = await register(client);
    const [{ id } = { id: 0 }] = (await client.callOk(status, {})).passkeys;
    const stranger = await newUser();
    for (const call of [rename, remove])
      expect((await stranger.client.call(call, { id, name: 'Mine' })).error_code).toBe(GONE);
    await client.callOk(rename, { id, name: 'Desk' });
    expect((await client.callOk(status, {})).passkeys[0]?.name).toBe('Desk');
    expect((await client.call(rename, { id, name: ' ' })).error_code).toBe(GONE);
    expect((await client.call(remove, { id, password: PASSWORD })).error_code).toBe(NEEDED);
    await client.callOk(remove, { id, passkey: await confirmationOf(client, device) });
    expect(await client.callOk(status, {})).toMatchObject({ passkeys: [], recovery: { total: 0 } });
    expect((await logInWith(device)).answer.error_code).toBe(UNKNOWN);
    const later = await client.call(createRecoveryCodes, { factor_code: recovery_codes[0] ?? '' });
    expect(later.error_code).toBe(CONFIRM);
    expect((await audit(uid)).at(-1)).toMatchObject({
      action: 'passkey.remove',
      facts: { name: 'Desk' },
    });
    const mails = await waitForMails(email, 2);
    expect(mails.map(({ text }) => text).join()).toContain('passkey of your account was removed');
  });

  it('keep the recovery codes while another factor is left, whichever is removed first', async () => {
    const { client, uid } = await newUser();
    const { device, recovery_codes } = await register(client);
    const { secret } = await addSecondFactor(site, uid);
    await client.callOk(removeTotp, { factor_code: totpCode(site, secret) });
    expect(await client.callOk(status, {})).toMatchObject({ totp: null, recovery: { left: 20 } });
    await client.callOk(createRecoveryCodes, { factor_code: recovery_codes[0] ?? '' });
    const again = await addSecondFactor(site, uid);
    const [{ id } = { id: 0 }] = (await client.callOk(status, {})).passkeys;
    await client.callOk(remove, { id, passkey: await confirmationOf(client, device) });
    const left = await client.callOk(status, {});
    expect(left.recovery.left).toBeGreaterThan(0);
    await client.callOk(removeTotp, { factor_code: totpCode(site, again.secret) });
    expect((await client.callOk(status, {})).recovery.total).toBe(0);
  });

  it('stay while one is required and it is the last factor, also in two requests at once', async () => {
    const isolated = await openIsolatedSite({ ROLES: 'web' });
    const admin = await makeLoggedInUser(isolated, { admin: true });
    const devices = [
      await addPasskey(isolated, admin.uid),
      await addPasskey(isolated, admin.uid),
    ] as const;
    const session = await logIn(isolated, admin.uid);
    await admin.client.callOk(calls.adminSecurity.save, {
      second_factor_for: 'staff',
      second_factor_days: 1,
    });
    const { passkeys } = await admin.client.callOk(status, {});
    const clients = [admin.client, session] as const;
    const inputs = await Promise.all(
      ([0, 1] as const).map(async (at) => ({
        id: passkeys[at]?.id ?? 0,
        passkey: await confirmationOf(clients[at], devices[at]),
      })),
    );
    const answers = await Promise.all(
      ([0, 1] as const).map((at) => clients[at].call(remove, inputs[at]!)),
    );
    expect(answers.map(({ error_code }) => error_code).toSorted((a, b) => a - b)).toEqual([
      0,
      LAST,
    ]);
    expect((await session.callOk(status, {})).passkeys).toHaveLength(1);
  });

  it('are removed by an administrator together with the other factors', async () => {
    const admin = await newUser({ admin: true });
    const { uid, username, device } = await passkeyUser();
    await admin.client.callOk(calls.adminSecurity.removeSecondFactors, { uid, password: PASSWORD });
    expect((await logInWith(device)).answer.error_code).toBe(UNKNOWN);
    await newBrowser().callOk(calls.user.login, { username, password: PASSWORD });
  });
});

describe('passkeys', () => {
  it.each([
    ['http://docs.corp', 'needsHttps'],
    ['https://10.20.4.18', 'needsName'],
    ['https://[fd00::1]', 'needsName'],
    ['http://localhost:3000', 'ready'],
    ['https://docs.example.com', 'ready'],
  ] as const)('at %s: %s', async (PUBLIC_URL, support) => {
    const own = await openIsolatedSite({ PUBLIC_URL, ROLES: 'web' });
    const { client } = await makeLoggedInUser(own);
    expect((await client.callOk(status, {})).passkey_support).toBe(support);
    const code = support === 'ready' ? 0 : OFF;
    expect((await client.call(startLogin, {})).error_code).toBe(code);
    expect((await client.call(startConfirmation, {})).error_code).toBe(code);
    expect((await client.call(startCreate, { password: PASSWORD })).error_code).toBe(code);
  });

  it('that a site can no longer use leave the recovery codes as the second step', async () => {
    const own = await openIsolatedSite({ PUBLIC_URL: 'http://docs.corp', ROLES: 'web' });
    const { uid, username } = await makeUser(own);
    await addPasskey(own, uid);
    const client = makeVisitor(own);
    const answer = await client.call(calls.user.login, { username, password: PASSWORD });
    expect(answer.error_code).toBe(NEEDED);
    expect(await client.callOk(pending, {})).toEqual({ username, has_totp: 0, has_passkey: 0 });
  });
});
