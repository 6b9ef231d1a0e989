import { calls } from '@octavo/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeScript, makeTokenClient } from '../../../tests/helpers/access-tokens.ts';
import { addPasskey, Authenticator, confirmationOf } from '../../../tests/helpers/authenticator.ts';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { openEventStream } from '../../../tests/helpers/event-stream.ts';
import {
  logIn,
  makeLoggedInUser,
  makeUser,
  makeVisitor,
  PASSWORD,
  uniqueAddress,
  uniqueName,
} from '../../../tests/helpers/factories.ts';
import { makeItem, makePage } from '../../../tests/helpers/item-factories.ts';
import {
  addLdapEntry,
  createTestOu,
  enableLdapLogin,
} from '../../../tests/helpers/ldap-directory.ts';
import { makeSignedLink } from '../../../tests/helpers/login-link.ts';
import { startOidcProvider } from '../../../tests/helpers/oidc-provider.ts';
import { setPendingLinkCookie } from '../../../tests/helpers/pending-link.ts';
import { signInAtProvider } from '../../../tests/helpers/provider-sign-in.ts';
import { addSecondFactor, totpCode } from '../../../tests/helpers/second-factor.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { hashToken, newToken } from '../../secrets.ts';
import { externalIdentityRepository } from '../ext-login/external-identity.repository.ts';
import { publishSettingsChange } from '../setting/settings.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { providerUserId } from '../ext-login/provider.policy.ts';
import { siteSettings } from '../setting/setting.ts';
import type { SiteSettings } from '../setting/setting.ts';
import { mailLinkRepository } from '../user/mail-link.repository.ts';

const { startTotp, confirmTotp, confirmLogin, pending } = calls.secondFactor;
const [NEEDED, REQUIRED] = [10660, 10661];
const DAY_MS = 24 * 3600 * 1000;
const NEW_PASSWORD = 'another horse 8 battery';

let site: TestSite;
let provider: Awaited<ReturnType<typeof startOidcProvider>>;
beforeAll(async () => {
  await createTestOu();
  site = await openTestSite({ ROLES: 'web', TRUST_PROXY: '1' });
  provider = await startOidcProvider('http://octavo.test/api/ExtLogin/oauth2');
  await setSettings({ oauth2_open: true });
  const admin = await makeLoggedInUser(site, { admin: true }, address());
  await admin.client.callOk(calls.adminSetting.saveOauth2Config, {
    oauth2_open: 1,
    oauth2_form: provider.form,
  });
});
afterAll(async () => {
  await site.close();
  await provider.close();
});
beforeEach(() => setRequirement('none'));

const address = () => ({ 'x-forwarded-for': uniqueAddress() });
const newBrowser = () => makeVisitor(site, address());

async function setSettings(change: Partial<SiteSettings>, on = site) {
  await settingRepository(on.deps.db).save(change);
  publishSettingsChange(on.deps.bus);
}

const setRequirement = (
  second_factor_for: SiteSettings['second_factor_for'],
  days = 0,
  on = site,
) =>
  setSettings(
    {
      second_factor_for,
      second_factor_days: days,
      second_factor_since: new Date(0).toISOString(),
      second_factor_provider: true,
    },
    on,
  );

const navigate = (
  client: TestClient,
  query: Record<string, string>,
  url: string = calls.extLogin.oauth2.path,
) =>
  client.request({
    method: 'GET',
    url,
    query,
    headers: { 'sec-fetch-site': 'cross-site', origin: undefined },
  });

async function linkProviderUser(uid: number) {
  const username = uniqueName('oidc');
  provider.add({ sub: username, username, name: username });
  await externalIdentityRepository(site.deps.db).insert(
    'oauth2',
    providerUserId(siteSettings.parse({ oauth2_form: provider.form }).oauth2_form, username),
    uid,
  );
  return username;
}

async function oauth2Login(client: TestClient, login: string) {
  const start = await navigate(client, {});
  const back = await signInAtProvider(String(start.headers['location']), { login });
  return String(
    (await navigate(client, Object.fromEntries(back.searchParams))).headers['location'],
  );
}

/** Nothing but the set-up: reads, writes, the console, the own account and administration are rejected. */
async function expectRestricted(client: TestClient) {
  const rejected = [
    [calls.item.myList, {}],
    [calls.user.devices, {}],
    [calls.user.updateInfo, { name: 'X' }],
    [calls.user.resetPassword, { password: PASSWORD, new_password: NEW_PASSWORD }],
    [calls.adminUser.getList, {}],
    [calls.adminSecurity.save, { second_factor_for: 'none' }],
  ] as const;
  for (const [call, input] of rejected)
    expect([call.path, (await client.call(call, input as never)).error_code]).toEqual([
      call.path,
      REQUIRED,
    ]);
  expect((await client.callOk(calls.user.info, {})).must_set_up).toBe(1);
}

const isFree = async (client: TestClient) =>
  (await client.call(calls.item.myList, {})).error_code === 0 &&
  (await client.callOk(calls.user.info, {})).must_set_up === 0;

/** The ways in whose first step needs no second factor of its own; each returns the browser after it. */
const ways: Record<string, (account: { uid: number; username: string }) => Promise<TestClient>> = {
  async 'password login'({ username }) {
    const client = newBrowser();
    await client.call(calls.user.login, { username, password: PASSWORD });
    return client;
  },
  async 'LDAP login'({ uid }) {
    await enableLdapLogin(site);
    const name = uniqueName('ldap');
    await addLdapEntry({ uid: name, cn: name, password: 'lighthouse lamp 9' });
    const entry = await site.deps.ldapLogin.find(name, 'lighthouse lamp 9');
    await externalIdentityRepository(site.deps.db).insert('ldap', entry?.id ?? '', uid);
    const client = newBrowser();
    await client.call(calls.user.login, { username: name, password: 'lighthouse lamp 9' });
    return client;
  },
  async 'signed link'({ username }) {
    const client = newBrowser();
    const query = await makeSignedLink(site, { username });
    await navigate(client, query, calls.extLogin.bySecretKey.path);
    return client;
  },
  async 'reset link'({ uid }) {
    const email = `${uniqueName('mail')}@harbor.test`;
    const update = 'update "user" set email = $2, email_verify = 1 where uid = $1';
    await site.database.query(update, [uid, email]);
    const token = newToken();
    await mailLinkRepository(site.deps.db).insert({
      uid,
      purpose: 'reset',
      email,
      token_hash: hashToken(token),
      minutes: 30,
    });
    const client = newBrowser();
    const input = { uid, email, token, new_password: NEW_PASSWORD };
    await client.call(calls.user.resetPasswordByUrl, input);
    return client;
  },
  async 'OAuth2 login'({ uid }) {
    const client = newBrowser();
    await oauth2Login(client, await linkProviderUser(uid));
    return client;
  },
};

describe('an account with a second factor', () => {
  it.each(Object.entries(ways))('gets no session by %s alone', async (_name, comeIn) => {
    const account = await makeUser(site);
    const { secret } = await addSecondFactor(site, account.uid);
    const client = await comeIn(account);
    expect(client.cookies.has('octavo')).toBe(false);
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
    expect(await client.callOk(pending, {})).toMatchObject({ username: account.username });
    await client.callOk(confirmLogin, { factor_code: totpCode(site, secret) });
    expect(await isFree(client)).toBe(true);
  });

  it.each(Object.entries(ways))(
    'that is a passkey gets none by %s alone',
    async (_name, comeIn) => {
      await setRequirement('everybody');
      const account = await makeUser(site);
      const device = await addPasskey(site, account.uid);
      const client = await comeIn(account);
      expect(client.cookies.has('octavo')).toBe(false);
      expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
      const { options } = await client.callOk(calls.passkey.startLogin, { second_step: true });
      await client.callOk(confirmLogin, { passkey: device.sign(options) });
      expect(await isFree(client)).toBe(true);
    },
  );

  it('redirects an OAuth2 login to the second step', async () => {
    const account = await makeUser(site);
    await addSecondFactor(site, account.uid);
    const login = await linkProviderUser(account.uid);
    expect(await oauth2Login(newBrowser(), login)).toContain('failed=secondFactorNeeded');
  });

  it('keeps the new password of a reset link, in the audit log too', async () => {
    const account = await makeUser(site);
    await addSecondFactor(site, account.uid);
    await ways['reset link']?.(account);
    const { username } = account;
    const login = await newBrowser().call(calls.user.login, { username, password: NEW_PASSWORD });
    expect(login.error_code).toBe(NEEDED);
    const actions = await site.database.query('select action from audit_log where uid = $1', [
      account.uid,
    ]);
    expect(actions).toEqual([{ action: 'user.resetPasswordByUrl' }]);
  });

  it('is not linked to an external identity with the password alone', async () => {
    const { uid, username } = await makeUser(site);
    await addSecondFactor(site, uid);
    const client = newBrowser();
    setPendingLinkCookie(site, client, username);
    const answer = await client.call(calls.extLogin.confirmLink, { password: PASSWORD });
    expect(answer.error_code).toBe(10664);
    expect(await externalIdentityRepository(site.deps.db).listKinds(uid)).toEqual([]);
  });
});

describe('a required second factor', () => {
  it.each(Object.entries(ways).filter(([name]) => name !== 'OAuth2 login'))(
    'only lets %s set one up',
    async (_name, comeIn) => {
      await setRequirement('everybody');
      const account = await makeUser(site);
      await expectRestricted(await comeIn(account));
    },
  );

  it('restricts registrations and invitations at once if there are no days to set it up', async () => {
    const admin = await makeLoggedInUser(site, { admin: true }, address());
    const { link } = await admin.client.callOk(calls.adminUser.createInviteLink, { max_uses: 1 });
    await setRequirement('everybody');
    const client = newBrowser();
    await client.callOk(calls.user.acceptInvitation, {
      token: new URL(link).searchParams.get('token') ?? '',
      username: uniqueName('new'),
      password: PASSWORD,
      confirm_password: PASSWORD,
    });
    await expectRestricted(client);
  });

  it('restricts sessions that existed before, as cookie, bearer token and token in the body', async () => {
    const user = await makeLoggedInUser(site, { admin: true }, address());
    const { user_token = '' } = await newBrowser().callOk(calls.user.login, {
      username: user.username,
      password: PASSWORD,
      with_token: 1,
    });
    expect(await isFree(user.client)).toBe(true);
    await setRequirement('staff');
    await expectRestricted(user.client);
    await expectRestricted(makeVisitor(site, { authorization: `Bearer ${user_token}` }));
    const inBody = await newBrowser().request({
      method: 'POST',
      url: calls.item.myList.path,
      payload: { user_token },
    });
    expect(inBody.json()).toMatchObject({ error_code: REQUIRED });
  });

  it('restricts no call for users only, whatever the input is', async () => {
    const { client } = await makeLoggedInUser(site, { admin: true }, address());
    await setRequirement('staff');
    const open = new Set<string>([
      'user.info',
      'user.logout',
      'user.proof',
      'secondFactor.status',
      'secondFactor.startTotp',
      'secondFactor.confirmTotp',
      'passkey.startConfirmation',
      'passkey.startCreate',
      'passkey.create',
    ]);
    for (const [noun, verbs] of Object.entries(calls))
      for (const [verb, call] of Object.entries(verbs)) {
        if (call.access.who === 'anyone' || call.access.who === 'itemToken') continue;
        if (open.has(`${noun}.${verb}`)) continue;
        const { error_code, error_message } = await client.call(call as never, {} as never);
        // Malformed requests are rejected after that, so an empty one shows which calls are open.
        expect([noun, verb, error_code, error_message]).toEqual([
          noun,
          verb,
          REQUIRED,
          'This site requires two-factor login. Set it up to continue',
        ]);
      }
  });

  it('shows such a session neither documents nor files nor the pages of private items', async () => {
    const owner = await makeLoggedInUser(site, {}, address());
    const { client } = owner;
    const item_id = await makeItem(site, { owner });
    const page_id = await makePage(site, item_id, { author: owner });
    await site.database.query(`update item set password_hash = 'x' where item_id = $1`, [item_id]);
    const read = (url: string) => client.request({ method: 'GET', url });
    expect((await read(`/${item_id}`)).statusCode).toBe(200);
    await setRequirement('everybody');
    for (const url of [`/${item_id}`, `/${item_id}/${page_id}`])
      expect((await read(url)).statusCode).not.toBe(200);
  });

  it('closes event streams', async () => {
    const isolated = await openIsolatedSite({ ROLES: 'web' });
    const url = await isolated.app.listen({ port: 0, host: '127.0.0.1' });
    const { uid } = await makeUser(isolated);
    const cookie = [...(await logIn(isolated, uid)).cookies].map((pair) => pair.join('=')).join();
    const stream = await openEventStream(url, { cookie });
    expect(stream.status).toBe(200);
    await setRequirement('everybody', 0, isolated);
    await stream.waitForEnd();
    expect((await openEventStream(url, { cookie })).headers['content-type']).toMatch('json');
  });

  it('restricts personal access tokens, also those that lack the role, until their user has a factor', async () => {
    const { uid } = await makeUser(site, { admin: true });
    const scripts = [
      await makeTokenClient(site, uid, { scopes: ['read'] }),
      await makeTokenClient(site, uid, { scopes: ['read', 'admin'] }),
    ];
    for (const script of scripts) expect(await isFree(script)).toBe(true);
    await setRequirement('staff');
    for (const script of scripts)
      for (const call of [calls.item.myList, calls.user.info, calls.adminUser.getList])
        expect((await script.call(call, {})).error_code).toBe(REQUIRED);
    await addSecondFactor(site, uid);
    site.deps.bus.publish('account', String(uid));
    for (const script of scripts) expect(await isFree(script)).toBe(true);
  });

  it('ends with the set-up in that session', async () => {
    await setRequirement('everybody');
    const { client } = await makeLoggedInUser(site, {}, address());
    await expectRestricted(client);
    const { secret } = await client.callOk(startTotp, { password: PASSWORD });
    await client.callOk(confirmTotp, { factor_code: totpCode(site, secret) });
    expect(await isFree(client)).toBe(true);
  });

  it('ends with a passkey in that session, in the requests of the set-up', async () => {
    await setRequirement('everybody');
    const { client, uid } = await makeLoggedInUser(site, {}, address());
    const other = await logIn(site, uid, address());
    const { options } = await client.callOk(calls.passkey.startCreate, { password: PASSWORD });
    const passkey = new Authenticator(site.deps.config.publicUrl.origin).create(options);
    await expectRestricted(client);
    await client.callOk(calls.passkey.create, { name: 'Laptop', passkey });
    expect(await isFree(client)).toBe(true);
    expect((await other.call(calls.user.info, {})).error_code).toBe(10102);
  });

  it('is not fulfilled by confirming an action, nor by the passkey of the account in an older session', async () => {
    const { client, uid } = await makeLoggedInUser(site, {}, address());
    const device = await addPasskey(site, uid);
    await setRequirement('everybody');
    await expectRestricted(client);
    await client.callOk(startTotp, { passkey: await confirmationOf(client, device) });
    await expectRestricted(client);
  });

  it('is fulfilled by a login with a passkey, and by the passkey of the user of a token', async () => {
    await setRequirement('everybody');
    const { uid } = await makeUser(site);
    const script = await makeTokenClient(site, uid, { scopes: ['read'] });
    expect((await script.call(calls.item.myList, {})).error_code).toBe(REQUIRED);
    const device = await addPasskey(site, uid);
    site.deps.bus.publish('account', String(uid));
    expect(await isFree(script)).toBe(true);
    const client = newBrowser();
    const { options } = await client.callOk(calls.passkey.startLogin, {});
    await client.callOk(calls.passkey.login, { passkey: device.sign(options) });
    expect(await isFree(client)).toBe(true);
  });

  it('concerns roles, and leaves days to set it up', async () => {
    const user = await makeLoggedInUser(site, {}, address());
    const auditor = await makeLoggedInUser(site, { auditor: true }, address());
    await setRequirement('staff', 0);
    expect(await isFree(user.client)).toBe(true);
    expect((await auditor.client.call(calls.item.myList, {})).error_code).toBe(REQUIRED);
    // The days of a new account begin with its registration.
    await setRequirement('everybody', 7);
    expect(await isFree(user.client)).toBe(true);
    expect((await user.client.callOk(calls.secondFactor.status, {})).required_from).not.toBeNull();
    site.advanceTime(7 * DAY_MS + 60_000);
    expect((await user.client.call(calls.item.myList, {})).error_code).toBe(REQUIRED);
  });

  it('is fulfilled by the OAuth2 provider unless the site does not trust it', async () => {
    await setRequirement('everybody');
    const account = await makeUser(site);
    const client = (await ways['OAuth2 login']?.(account)) ?? newBrowser();
    expect(await isFree(client)).toBe(true);
    const { token } = await client.callOk(calls.accessToken.create, {
      name: 'Build server',
      scopes: ['read'],
      item_ids: 'all',
      days: 1,
      password: PASSWORD,
    });
    expect(await isFree(makeScript(site, token))).toBe(true);
    // A password login of the same account is not.
    const byPassword = (await ways['password login']?.(account)) ?? newBrowser();
    await expectRestricted(byPassword);
    await setSettings({ second_factor_provider: false });
    await expectRestricted(client);
    expect((await makeScript(site, token).call(calls.item.myList, {})).error_code).toBe(REQUIRED);
  });

  it('is not fulfilled by a factor that was removed', async () => {
    const admin = await makeLoggedInUser(site, { admin: true }, address());
    const { uid, username } = await makeUser(site);
    const { secret } = await addSecondFactor(site, uid);
    const client = newBrowser();
    await client.call(calls.user.login, { username, password: PASSWORD });
    await client.callOk(confirmLogin, { factor_code: totpCode(site, secret) });
    await admin.client.callOk(calls.adminSecurity.removeSecondFactors, { uid, password: PASSWORD });
    await setRequirement('everybody');
    const again = (await ways['password login']?.({ uid, username })) ?? newBrowser();
    await expectRestricted(again);
  });
});

describe('adminSecurity/getSecondFactors', () => {
  const { getSecondFactors } = calls.adminSecurity;

  it('lists the factors of a user without a secret, also for auditors', async () => {
    const { uid } = await makeUser(site);
    await addSecondFactor(site, uid);
    await addPasskey(site, uid);
    const auditor = await makeLoggedInUser(site, { auditor: true }, address());
    const factors = await auditor.client.callOk(getSecondFactors, { uid });
    expect(factors).toMatchObject({
      passkeys: [{ name: expect.any(String) as string, last_used_time: null }],
      totp: { last_used_time: expect.any(String) as string },
      recovery: { total: 10, left: 10 },
    });
    expect(Object.keys(factors).toSorted()).toEqual(['passkeys', 'recovery', 'totp']);
    expect(Object.keys(factors.totp ?? {}).toSorted()).toEqual([
      'confirmed_time',
      'last_used_time',
    ]);
    const { uid: other } = await makeUser(site);
    expect(await auditor.client.callOk(getSecondFactors, { uid: other })).toEqual({
      passkeys: [],
      totp: null,
      recovery: { total: 0, left: 0, last_used_time: null },
    });
    expect((await auditor.client.call(getSecondFactors, { uid: 999_999_999 })).error_code).toBe(
      10209,
    );
  });
});

describe('adminSecurity/save', () => {
  it('counts the users without a second factor, and starts their days when it is extended', async () => {
    const isolated = await openIsolatedSite({ ROLES: 'web' });
    const admin = await makeLoggedInUser(isolated, { admin: true });
    await addSecondFactor(isolated, (await makeUser(isolated)).uid);
    await makeUser(isolated, { auditor: true });
    const { load, save } = calls.adminSecurity;
    expect(await admin.client.callOk(load, {})).toMatchObject({
      second_factor_for: 'none',
      users: 3,
      users_without: 2,
      staff: 2,
      staff_without: 2,
      security_saved: null,
    });
    await admin.client.callOk(save, { second_factor_for: 'staff' });
    const since = async () =>
      (await settingRepository(isolated.deps.db).load()).second_factor_since;
    const first = await since();
    isolated.advanceTime(DAY_MS);
    await admin.client.callOk(save, { second_factor_days: 14 });
    expect(await since()).toBe(first);
    await admin.client.callOk(save, { second_factor_for: 'everybody' });
    expect(await since()).not.toBe(first);
    expect((await admin.client.call(save, {})).error_code).toBe(10101);
    const saved = (await admin.client.callOk(load, {})).security_saved;
    expect(saved?.username).toBe(admin.username);
  });
});
