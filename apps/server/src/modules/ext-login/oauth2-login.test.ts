import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createSelfSignedCertificate } from '../../../tests/helpers/certificate.ts';
import type { TestClient } from '../../../tests/helpers/client.ts';
import {
  uniqueAddress,
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  uniqueName,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import { expectWithin } from '../../../tests/helpers/nightly.ts';
import { startOidcProvider } from '../../../tests/helpers/oidc-provider.ts';
import { signInAtProvider } from '../../../tests/helpers/provider-sign-in.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { jsonReply, startStubProvider } from '../../../tests/helpers/stub-provider.ts';
import { siteSettings } from '../setting/setting.ts';
import { providerLookup } from './provider-address.policy.ts';

const { saveOauth2Config, loadOauth2Config, testOauth2, discoverOauth2 } = calls.adminSetting;
const { oauth2, linkOauth2, unlinkOauth2 } = calls.extLogin;
/** 500 ms on an idle machine; here it must only be clearly less than the provider timeout. */
const LOCAL_LOGIN_LIMIT_MS = 3000;

let site: TestSite;
let provider: Awaited<ReturnType<typeof startOidcProvider>>;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web', TRUST_PROXY: '1' });
  provider = await startOidcProvider('http://octavo.test/api/ExtLogin/oauth2');
  admin = await makeLoggedInUser(site, { admin: true });
});
afterAll(async () => {
  await site.close();
  await provider.close();
});

/** Fields that are not sent keep their values, so each test resets them to those of a new site. */
const { oauth2_form: NEW_FORM } = siteSettings.parse({});
const saveOauth2Form = (form: object = provider.form) =>
  admin.client.callOk(saveOauth2Config, { oauth2_open: 1, oauth2_form: { ...NEW_FORM, ...form } });
beforeEach(() => saveOauth2Form());

/** A navigation like that of a browser: without Origin, and cross-site when it comes from the provider. */
async function navigate(client: TestClient, query: Record<string, string>, from = 'same-origin') {
  const answer = await client.request({
    method: 'GET',
    url: oauth2.path,
    query,
    headers: { 'sec-fetch-site': from, origin: undefined },
  });
  return { status: answer.statusCode, location: String(answer.headers['location']) };
}
const browser = () => makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
const returnToSite = (client: TestClient, url: URL) =>
  navigate(client, Object.fromEntries(url.searchParams), 'cross-site');

interface LoginOptions {
  login: string;
  act?: 'yes' | 'no';
  jar?: Map<string, string>;
  redirect?: string;
}
/** Logs in at the provider and follows the redirect back. */
async function logIn(client: TestClient, { redirect, ...options }: LoginOptions) {
  const { location } = await navigate(client, redirect ? { redirect } : {});
  return returnToSite(client, await signInAtProvider(location, options));
}

function addProviderUser(change: Partial<{ sub: string; username: string; name: string }> = {}) {
  const username = uniqueName('oidc');
  const person = { sub: `id-${username}`, username, name: `王静 ${username}`, ...change };
  provider.add(person);
  return person;
}
const accounts = async () => (await site.database.query('select from "user"')).length;
const currentUser = async (client: TestClient) => (await client.call(calls.user.info, {})).data;

describe('users of an OAuth 2 provider', () => {
  it('get an account at the first login and keep it after a rename', async () => {
    const { username, name, sub } = addProviderUser();
    const before = await accounts();
    const client = browser();
    const { status, location } = await logIn(client, {
      login: username,
      redirect: '/item/add?a=b',
    });
    expect([status, location]).toEqual([303, '/item/add?a=b']);
    const account = await currentUser(client);
    expect(account).toMatchObject({ username, name, groupid: 2, email: '' });

    provider.add({ sub, username: uniqueName('married'), name }, 'renamed');
    const again = browser();
    await logIn(again, { login: 'renamed' });
    expect((await currentUser(again))?.uid).toBe(account?.uid);
    expect(await accounts()).toBe(before + 1);
    const [row] = await site.database.query(
      'select password_hash from "user" where username = $1',
      [username],
    );
    expect(row).toEqual({ password_hash: null });
  });

  it('never take over an account with the same username, nor become administrator', async () => {
    const boss = await makeUser(site, { admin: true, username: uniqueName('boss') });
    addProviderUser({ username: boss.username });
    const client = browser();
    const before = await accounts();
    expect((await logIn(client, { login: boss.username })).location).toBe(
      '/user/login?redirect=%2Fitem%2Findex&failed=notLinked',
    );
    addProviderUser({ username: 'root' });
    expect((await logIn(client, { login: 'root' })).location).toContain('failed=usernameReserved');
    expect(await currentUser(client)).toBeNull();
    expect(await accounts()).toBe(before);
  });

  it('are told when they cancel at the provider', async () => {
    const { username } = addProviderUser();
    const client = browser();
    const { location } = await logIn(client, {
      login: username,
      act: 'no',
      redirect: '/team/index',
    });
    expect(location).toBe('/user/login?redirect=%2Fteam%2Findex&failed=providerDenied');
    expect(await currentUser(client)).toBeNull();
  });

  it('cannot log in while the account is disabled or OAuth 2 is switched off', async () => {
    const { username } = addProviderUser();
    const first = browser();
    await logIn(first, { login: username });
    const { uid } = (await currentUser(first)) ?? { uid: 0 };
    await admin.client.callOk(calls.adminUser.disableUser, { uid, is_disabled: 1 });
    expect((await logIn(browser(), { login: username })).location).toContain(
      'failed=accountDisabled',
    );
    await admin.client.callOk(saveOauth2Config, { oauth2_open: 0 });
    expect((await navigate(browser(), {})).location).toContain('failed=attemptEnded');
    expect(await browser().callOk(calls.user.oauthInfo, {})).toEqual({
      oauth2_open: 0,
      oauth2_entrance_tips: '',
    });
  });

  it.each(['https://evil.test/', '//evil.test', 'javascript:alert(1)'])(
    'are not redirected to %s',
    async (redirect) => {
      const { username } = addProviderUser();
      const { location } = await logIn(browser(), { login: username, redirect });
      expect(location).toBe('/item/index');
    },
  );
});

describe('the callback', () => {
  /** Logged in at the provider, but not yet redirected back. */
  async function startedLogin() {
    const { username } = addProviderUser();
    const client = browser();
    const { location } = await navigate(client, {});
    return { client, url: await signInAtProvider(location, { login: username }) };
  }
  const ENDED = '/user/login?failed=attemptEnded';

  it('is accepted once, within ten minutes, from the browser that started the login', async () => {
    const { client, url } = await startedLogin();
    const before = await accounts();
    expect((await returnToSite(browser(), url)).location).toBe(ENDED);
    const other = await startedLogin();
    expect((await returnToSite(other.client, url)).location).toBe(ENDED);
    const kept = new Map(client.cookies);
    expect((await returnToSite(client, url)).location).toBe('/item/index');
    expect(await accounts()).toBe(before + 1);
    // A browser deletes the attempt cookie; a client that replays it is rejected too.
    const replay = browser();
    for (const [name, value] of kept) replay.cookies.set(name, value);
    expect((await returnToSite(replay, url)).location).toBe(ENDED);
    expect(await currentUser(replay)).toBeNull();

    const late = await startedLogin();
    site.advanceTime(601_000);
    expect((await returnToSite(late.client, late.url)).location).toBe(ENDED);
    site.advanceTime(-601_000);
  });

  it('requires the state and the code of this attempt', async () => {
    for (const change of [{ state: '' }, { state: 'x'.repeat(43) }]) {
      const { client, url } = await startedLogin();
      for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
      expect((await returnToSite(client, url)).location).toContain('failed=attemptEnded');
    }
    // Some providers return without a code when the user declines.
    const declined = await startedLogin();
    declined.url.searchParams.set('code', '');
    expect((await returnToSite(declined.client, declined.url)).location).toContain(
      'failed=providerDenied',
    );
    // The code of another attempt: the provider rejects it because the verifier differs.
    const mine = await startedLogin();
    const theirs = await startedLogin();
    mine.url.searchParams.set('code', theirs.url.searchParams.get('code') ?? '');
    expect((await returnToSite(mine.client, mine.url)).location).toContain(
      'failed=providerRefused',
    );
    expect(await currentUser(mine.client)).toBeNull();
  });

  it('follows an authorization request with state, S256 and the redirect URI', async () => {
    const { location } = await navigate(browser(), { again: '1' });
    const asked = Object.fromEntries(new URL(location).searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      client_id: 'octavo',
      redirect_uri: 'http://octavo.test/api/ExtLogin/oauth2',
      code_challenge_method: 'S256',
      scope: 'openid profile',
      prompt: 'login',
    });
    expect(asked['state']).toHaveLength(43);
    const another = new URL((await navigate(browser(), {})).location).searchParams;
    expect(another.get('state')).not.toBe(asked['state']);
  });
});

describe('an account with a password', () => {
  it('is linked to the provider by its user, and unlinked', async () => {
    const local = await makeLoggedInUser(site, {}, { 'x-forwarded-for': uniqueAddress() });
    const { username, sub } = addProviderUser();
    expect((await local.client.call(linkOauth2, { password: 'wrong' })).error_code).toBe(10208);
    const { url } = await local.client.callOk(linkOauth2, { password: PASSWORD });
    const callbackUrl = await signInAtProvider(url, { login: username });
    expect((await returnToSite(local.client, callbackUrl)).location).toBe('/user/setting');
    expect(await local.client.callOk(calls.user.proof, {})).toMatchObject({
      by: 'password',
      is_linked: 1,
      has_password: 1,
    });
    const client = browser();
    await logIn(client, { login: username });
    expect((await currentUser(client))?.uid).toBe(local.uid);
    // The account keeps its local password, which confirmations require.
    expect((await client.call(linkOauth2, { password: 'wrong' })).error_code).toBe(10208);

    const rival = await makeLoggedInUser(site);
    const wanted = await rival.client.callOk(linkOauth2, { password: PASSWORD });
    const refused = await returnToSite(
      rival.client,
      await signInAtProvider(wanted.url, { login: username }),
    );
    expect(refused.location).toBe('/user/setting?failed=linkTaken');

    await local.client.callOk(unlinkOauth2, { password: PASSWORD });
    const [row] = await site.database.query('select from outside_login where outside_id like $1', [
      `% ${sub}`,
    ]);
    expect(row).toBeUndefined();
    await local.client.callOk(calls.user.resetPassword, {
      password: PASSWORD,
      new_password: 'another horse 8 battery',
    });
  });

  it('is not linked when the browser has logged out meanwhile', async () => {
    const local = await makeLoggedInUser(site);
    const { username } = addProviderUser();
    const { url } = await local.client.callOk(linkOauth2, { password: PASSWORD });
    const callbackUrl = await signInAtProvider(url, { login: username });
    local.client.cookies.delete('octavo');
    expect((await returnToSite(local.client, callbackUrl)).location).toBe(
      '/user/setting?failed=attemptEnded',
    );
  });
});

describe('an account with the same username', () => {
  const { pendingLink, confirmLink } = calls.extLogin;

  it('is linked at the login with its local password only', async () => {
    const boss = await makeUser(site, { admin: true, username: uniqueName('boss') });
    const { sub } = addProviderUser({ username: boss.username });
    const client = browser();
    await logIn(client, { login: boss.username });
    expect(await client.callOk(pendingLink, {})).toEqual({
      kind: 'oauth2',
      username: boss.username,
      has_password: 1,
    });
    const refused = async () =>
      (await admin.client.callOk(calls.audit.getList, { action: 'user.loginFailed', count: 1 }))
        .list[0];
    await expect.poll(refused).toMatchObject({
      subject: boss.username,
      facts: { reason: 'notLinked', kind: 'oauth2', external_id: expect.stringContaining(sub) },
    });
    const foreign = await client.request({
      method: 'POST',
      url: confirmLink.path,
      payload: { password: PASSWORD },
      headers: { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.json()).toMatchObject({ error_code: 10103 });
    expect((await client.call(confirmLink, { password: 'wrong' })).error_code).toBe(10208);
    expect(await currentUser(client)).toBeNull();
    await client.callOk(confirmLink, { password: PASSWORD });
    expect((await currentUser(client))?.uid).toBe(boss.uid);
    const again = browser();
    await logIn(again, { login: boss.username });
    expect((await currentUser(again))?.uid).toBe(boss.uid);
  });

  it('is linked by an administrator to the id that the audit log names', async () => {
    const local = await makeUser(site);
    const { sub } = addProviderUser({ username: local.username });
    expect((await logIn(browser(), { login: local.username })).location).toContain('notLinked');
    const linked = await admin.client.callOk(calls.adminUser.linkIdentity, {
      uid: local.uid,
      kind: 'oauth2',
      identity: sub,
    });
    expect(linked.external_id).toMatch(new RegExp(`^http://.* ${sub}$`));
    const client = browser();
    await logIn(client, { login: local.username });
    expect((await currentUser(client))?.uid).toBe(local.uid);
    // The last login method cannot be unlinked by the user.
    await site.database.query('update "user" set password_hash = null where uid = $1', [local.uid]);
    expect((await client.call(unlinkOauth2, { password: '' })).error_code).toBe(10637);
    await admin.client.callOk(calls.adminUser.unlinkIdentity, { uid: local.uid, kind: 'oauth2' });
    expect(await currentUser(client)).toBeNull();
  });
});

describe('an action that requires a password', () => {
  it('accepts a login at the provider that is less than 15 minutes old', async () => {
    const { username } = addProviderUser();
    const client = browser();
    const jar = new Map<string, string>();
    await logIn(client, { login: username, jar });
    const { item_id } = await client.callOk(calls.item.add, { item_name: 'Mine' });
    const age = () =>
      site.database.query(`update device set proved_time = now() - interval '16 minutes'`);
    const archive = () => client.call(calls.item.archive, { item_id, password: '' });
    await age();
    expect(await client.callOk(calls.user.proof, {})).toMatchObject({ by: 'login', is_fresh: 0 });
    expect((await archive()).error_code).toBe(10628);
    const devices = (await client.callOk(calls.user.devices, {})).length;
    const { location } = await navigate(client, {
      again: '1',
      redirect: `/item/setting/${item_id}`,
    });
    const callbackUrl = await signInAtProvider(location, { login: username, jar });
    expect((await returnToSite(client, callbackUrl)).location).toBe(`/item/setting/${item_id}`);
    expect((await client.callOk(calls.user.devices, {})).length).toBe(devices);
    expect((await archive()).error_code).toBe(0);
    const change = { password: '', new_password: 'another horse 8 battery' };
    expect((await client.call(calls.user.resetPassword, change)).error_code).toBe(10622);
  });
});

describe('responses of providers', () => {
  const logInWithStub = async (options: Parameters<typeof startStubProvider>[0]) => {
    const stub = await startStubProvider(options);
    onTestFinished(() => void stub.close());
    await saveOauth2Form(stub.form);
    const client = browser();
    const { location } = await navigate(client, {});
    const state = new URL(location).searchParams.get('state') ?? '';
    const end = await navigate(client, { code: 'stub', state }, 'cross-site');
    return { ...end, stub, account: await currentUser(client) };
  };
  const text = (body: string, type: string, status = 200) => ({
    token: (response: import('node:http').ServerResponse) =>
      response.writeHead(status, { 'content-type': type }).end(body),
  });
  const TOKEN = '{"access_token":"stub-token-1"}';

  it.each<[string, Parameters<typeof startStubProvider>[0]]>([
    ['without token_type', { token: jsonReply({ access_token: 'stub-token-1' }) }],
    ['as plain text', text(TOKEN, 'text/plain')],
    ['as a form', text('access_token=stub-token-1&scope=', 'application/x-www-form-urlencoded')],
    ['with status 201', text(TOKEN, 'application/json', 201)],
    [
      'with an invalid id_token',
      { token: jsonReply({ access_token: 'stub-token-1', id_token: 'x.y.z' }) },
    ],
    ['wrapped into data', { token: jsonReply({ data: { access_token: 'stub-token-1' } }) }],
  ])('are accepted %s', async (_name, options) => {
    const { location, stub, account } = await logInWithStub(options);
    expect(location).toBe('/item/index');
    expect(account?.username).toMatch(/^provided/);
    expect(stub.receivedRequests.map(({ path }) => path)).toEqual(['/token', '/me']);
    expect(stub.receivedRequests[0]?.body).toContain('code_verifier=');
    expect(stub.receivedRequests[1]?.authorization).toBe('Bearer stub-token-1');
  });

  it.each<[string, Parameters<typeof startStubProvider>[0]]>([
    ['no token', { token: jsonReply({ error: 'invalid_grant' }, 400) }],
    ['a page', text('<html>Log in</html>', 'text/html')],
    [
      'a user without an id',
      { userinfo: jsonReply({ preferred_username: 'mei', email: 'a@b.c' }) },
    ],
    ['a list', { userinfo: jsonReply([{ sub: '1' }]) }],
    [
      'a redirect',
      { userinfo: (response) => response.writeHead(302, { location: '/other' }).end() },
    ],
    ['a response that is too large', { userinfo: jsonReply({ sub: 'x'.repeat(300_000) }) }],
    ['500', { token: jsonReply({}, 500) }],
  ])('are rejected: %s', async (_name, options) => {
    const before = await accounts();
    const { location, account, stub } = await logInWithStub(options);
    expect(location).toMatch(
      /^\/user\/login\?redirect=%2Fitem%2Findex&failed=provider(Refused|Down)$/,
    );
    expect(account).toBeNull();
    expect(await accounts()).toBe(before);
    expect(stub.receivedRequests.map(({ path }) => path)).not.toContain('/other');
  });

  it('are scoped to one provider: the same id at another one is another user', async () => {
    const userinfo = jsonReply({ id: 1, login: uniqueName('one') });
    const first = await logInWithStub({ userinfo });
    expect(first.account).not.toBeNull();
    const second = await logInWithStub({
      userinfo: jsonReply({ id: 1, login: uniqueName('two') }),
    });
    expect(second.account?.uid).not.toBe(first.account?.uid);
  });

  it('that are missing or untrusted time out and do not affect local logins', async () => {
    const { username } = await makeUser(site);
    const silent = createServer(() => {});
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const untrusted = await startStubProvider({ tls: createSelfSignedCertificate() });
    onTestFinished(() => void untrusted.close());
    const dead = { ...provider.form, host: '127.0.0.1:9' };
    const hanging = { ...provider.form, host: `127.0.0.1:${port}` };
    for (const form of [dead, hanging, untrusted.form]) {
      await saveOauth2Form(form);
      const client = browser();
      const { location } = await navigate(client, {});
      const state = new URL(location).searchParams.get('state') ?? '';
      const startedAt = performance.now();
      const end = navigate(client, { code: 'any', state }, 'cross-site');
      const ended = end.then(({ location: to }) => ({ to, took: performance.now() - startedAt }));
      // Meanwhile logins with a local password are not delayed.
      await browser().callOk(calls.user.login, { username, password: PASSWORD });
      expectWithin(performance.now() - startedAt, LOCAL_LOGIN_LIMIT_MS);
      const { to, took } = await ended;
      expect(to).toContain('failed=providerDown');
      expectWithin(took, 6000);
    }
  });

  it('with an unknown certificate are rejected unless an administrator trusts it', async () => {
    const tls = createSelfSignedCertificate();
    const stub = await startStubProvider({ tls });
    onTestFinished(() => void stub.close());
    const tried = async (ca: string) => {
      await saveOauth2Form({ ...stub.form, ca });
      const client = browser();
      const { location } = await navigate(client, {});
      const state = new URL(location).searchParams.get('state') ?? '';
      return (await navigate(client, { code: 'any', state }, 'cross-site')).location;
    };
    expect(await tried('')).toContain('failed=providerDown');
    const { username } = await makeUser(site);
    await browser().callOk(calls.user.login, { username, password: PASSWORD });
    expect(stub.receivedRequests).toEqual([]);
    expect(await tried(tls.cert)).toBe('/item/index');
    const { steps } = await admin.client.callOk(testOauth2, {
      oauth2_form: { ...stub.form, ca: '' },
    });
    expect(steps).toMatchObject([{ step: 'authorize', is_fine: 0, fault: 'certificate' }]);
    expect(steps).toHaveLength(1);
  });
});

describe('the OAuth 2 settings', () => {
  it('never return the client secret and store it encrypted', async () => {
    const { client_secret } = provider.form;
    const answer = await admin.client.callOk(loadOauth2Config, {});
    expect(answer).toMatchObject({
      oauth2_open: 1,
      own_redirect: 'http://octavo.test/api/ExtLogin/oauth2',
      oauth2_form: { has_client_secret: 1, host: provider.form.host },
    });
    const rows = await site.database.query('select value::text from setting');
    for (const told of [answer, rows, site.logLines])
      expect(JSON.stringify(told)).not.toContain(client_secret);
    await saveOauth2Form({ ...provider.form, client_secret: '' });
    const { username } = addProviderUser();
    expect((await logIn(browser(), { login: username })).location).toBe('/item/index');
  });

  it.each([
    { redirectUri: 'javascript:alert(1)' },
    { authorize_path: '//evil.test/x' },
    { token_path: 'javascript:x' },
    { host: 'user:pass@evil.test' },
    { host: 'evil.test/path' },
    { id_field: 'a b' },
  ])('reject %j', async (change) => {
    const oauth2_form = { ...provider.form, ...change };
    expect((await admin.client.call(saveOauth2Config, { oauth2_form })).error_code).toBe(10101);
  });

  it('are tested step by step', async () => {
    const tried = async (change: object) => {
      const oauth2_form = { ...provider.form, ...change };
      const { steps } = await admin.client.callOk(testOauth2, { oauth2_form });
      return steps.map(({ step, fault }) => `${step} ${fault || 'fine'}`);
    };
    const [authorize, token] = ['authorize fine', 'token fine'];
    expect(await tried({})).toEqual([authorize, token, 'userinfo fine']);
    expect(await tried({ host: '127.0.0.1:9' })).toEqual(['authorize closed']);
    expect(await tried({ host: 'nowhere.invalid' })).toEqual(['authorize unknownHost']);
    expect(await tried({ protocol: 'https' })).toEqual(['authorize noTls']);
    expect(await tried({ client_id: 'unknown-client' })).toEqual(['authorize client']);
    expect(await tried({ client_secret: 'wrong' })).toEqual([authorize, 'token client']);
    expect(await tried({ token_path: '/nothing' })).toEqual([authorize, 'token absent']);
    expect(await tried({ userinfo_path: '' })).toEqual([authorize, token, 'userinfo absent']);
    expect(await tried({ userinfo_path: '/nothing' })).toEqual([
      authorize,
      token,
      'userinfo absent',
    ]);
  });

  it('are filled in from the discovery document of an OpenID provider', async () => {
    const found = await admin.client.callOk(discoverOauth2, { issuer: provider.issuer });
    expect(found).toEqual({
      protocol: 'http',
      host: provider.form.host,
      authorize_path: '/oauth2/authorize',
      token_path: '/oauth2/token',
      userinfo_path: '/oauth2/userinfo',
      scope: 'openid profile',
      client_auth: 'body',
    });
    const wrong = await admin.client.call(discoverOauth2, { issuer: `${provider.issuer}/other` });
    expect(wrong.error_code).toBe(10624);
    const dead = await admin.client.call(discoverOauth2, { issuer: 'http://127.0.0.1:9' });
    expect(dead.error_code).toBe(10623);
  });
});

describe('local addresses', () => {
  let strict: TestSite;
  let operator: TestClient;
  beforeAll(async () => {
    strict = await openTestSite({ ROLES: 'web', OAUTH2_ALLOWED_ADDRESSES: '' });
    operator = (await makeLoggedInUser(strict, { admin: true })).client;
  });
  afterAll(() => strict.close());

  it.each([
    '127.0.0.1',
    '127.1.2.3',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:7f00:1]',
    // A host name: its address is known only after DNS resolution.
    'localhost',
    '2130706433',
  ])('are not connected to: %s', async (name) => {
    const stub = await startStubProvider();
    onTestFinished(() => void stub.close());
    const [, port] = stub.host.split(':');
    const host = `${name}:${port}`;
    const { steps } = await operator.callOk(testOauth2, { oauth2_form: { ...stub.form, host } });
    expect(steps).toMatchObject([{ step: 'authorize', is_fine: 0, fault: 'forbidden' }]);
    const discovery = await operator.call(discoverOauth2, { issuer: `http://${host}` });
    expect(discovery.error_code).toBe(10633);
    expect(stub.receivedRequests).toEqual([]);
  });

  // Checked without a connection, so that a failing test sends nothing to the network.
  it.each(['169.254.169.254', '[fe80::1]', '100.100.100.200', '[fd00:ec2::254]'])(
    'include those of metadata services: %s',
    (name) => {
      expect(() => providerLookup(new URL(`http://${name}/`), [])).toThrow('is a local address');
    },
  );

  it.each(['authorize_path', 'token_path', 'userinfo_path'])(
    'are not connected to by an absolute URL as %s',
    async (path) => {
      const stub = await startStubProvider({ token: jsonReply({ error: 'invalid_grant' }, 400) });
      onTestFinished(() => void stub.close());
      const oauth2_form = { ...stub.form, [path]: 'http://127.0.0.2:9/path' };
      const { steps } = await admin.client.callOk(testOauth2, { oauth2_form });
      expect(steps.at(-1)).toMatchObject({ step: path.split('_')[0], fault: 'forbidden' });
    },
  );

  it('are not connected to by TLS', async () => {
    const stub = await startStubProvider({ tls: createSelfSignedCertificate() });
    onTestFinished(() => void stub.close());
    const oauth2_form = { ...stub.form, host: stub.host.replace('127.0.0.1', 'localhost') };
    const { steps } = await operator.callOk(testOauth2, { oauth2_form });
    expect(steps).toMatchObject([{ fault: 'forbidden' }]);
  });

  it.each(['127.0.0.1', 'localhost'])('are not connected to by a login: %s', async (name) => {
    const stub = await startStubProvider();
    onTestFinished(() => void stub.close());
    const host = stub.host.replace('127.0.0.1', name);
    await operator.callOk(saveOauth2Config, {
      oauth2_open: 1,
      oauth2_form: { ...stub.form, host },
    });
    const client = makeVisitor(strict);
    const { location } = await navigate(client, {});
    const state = new URL(location).searchParams.get('state') ?? '';
    const end = await navigate(client, { code: 'any', state }, 'cross-site');
    expect(end.location).toContain('failed=providerDown');
    expect(stub.receivedRequests).toEqual([]);
    // The reason is logged for the operator and not shown to the user.
    expect(strict.logLines.join('')).toContain(`${name} is a local address`);
  });

  it('are connected to when the operator allows them, by name too', async () => {
    const [, port] = provider.form.host.split(':');
    const byName = { ...provider.form, host: `localhost:${port}` };
    const { steps } = await admin.client.callOk(testOauth2, { oauth2_form: byName });
    expect(steps[0]).toMatchObject({ step: 'authorize', fault: '' });
    const own = await openIsolatedSite({
      ROLES: 'web',
      OAUTH2_ALLOWED_ADDRESSES: '::1, 127.0.0.0/8',
    });
    const { client } = await makeLoggedInUser(own, { admin: true });
    const found = await client.callOk(discoverOauth2, { issuer: provider.issuer });
    expect(found.host).toBe(provider.form.host);
  });

  it.each(['10.0.0.1', '172.16.0.1', '192.168.1.1', '[fd12:3456::1]', '93.184.215.14'])(
    'do not include intranet or internet addresses: %s',
    (name) => {
      expect(() => providerLookup(new URL(`http://${name}/`), [])).not.toThrow();
    },
  );
});
