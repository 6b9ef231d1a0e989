import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { calls } from '@octavo/contract';
import { UnsecuredJWT, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createSelfSignedCertificate } from '../../../tests/helpers/certificate.ts';
import type { TestClient } from '../../../tests/helpers/client.ts';
import {
  makeLoggedInUser,
  makeUser,
  makeVisitor,
  PASSWORD,
  uniqueAddress,
  uniqueName,
} from '../../../tests/helpers/factories.ts';
import { startOidcProvider } from '../../../tests/helpers/oidc-provider.ts';
import type { OidcUser } from '../../../tests/helpers/oidc-provider.ts';
import { signInAtProvider, signOutAtProvider } from '../../../tests/helpers/provider-sign-in.ts';
import { addSecondFactor } from '../../../tests/helpers/second-factor.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { siteSettings } from '../setting/setting.ts';

const { saveOauth2Config, testOauth2, checkOidc } = calls.adminSetting;
const { oauth2, linkOauth2, pendingLink, confirmLink, backchannelLogout } = calls.extLogin;
const REDIRECT = 'http://octavo.test/api/ExtLogin/oauth2';
const LOGOUT = 'http://octavo.test/api/ExtLogin/backchannelLogout';
const LOGOUT_EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

let site: TestSite;
let provider: Awaited<ReturnType<typeof startOidcProvider>>;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
/** The logout messages that the provider has sent, and the status of each response. */
const logoutMessages: { token: string; status: number }[] = [];

const postLogout = (form: Record<string, string>) =>
  site.app.inject({
    method: 'POST',
    url: backchannelLogout.path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web', TRUST_PROXY: '1' });
  provider = await startOidcProvider(REDIRECT, {
    logoutUri: LOGOUT,
    async deliver(_url, { body }) {
      const token = (body as URLSearchParams).get('logout_token') ?? '';
      const { statusCode: status } = await postLogout({ logout_token: token });
      logoutMessages.push({ token, status });
      return new Response(null, { status });
    },
  });
  admin = await makeLoggedInUser(site, { admin: true });
});
afterAll(async () => {
  await site.close();
  await provider.close();
});

/** Fields that are not sent keep their values, so each test resets them to those of a new site. */
const { oauth2_form: NEW_FORM } = siteSettings.parse({});
const saveForm = (form: object = provider.oidcForm) =>
  admin.client.callOk(saveOauth2Config, { oauth2_open: 1, oauth2_form: { ...NEW_FORM, ...form } });
beforeEach(async () => {
  provider.deceive({});
  await saveForm();
});

const browser = () => makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
async function navigate(client: TestClient, query: Record<string, string>, from = 'same-origin') {
  const answer = await client.request({
    method: 'GET',
    url: oauth2.path,
    query,
    headers: { 'sec-fetch-site': from, origin: undefined },
  });
  return { status: answer.statusCode, location: String(answer.headers['location']) };
}
const returnToSite = (client: TestClient, url: URL) =>
  navigate(client, Object.fromEntries(url.searchParams), 'cross-site');

interface LoginOptions {
  login: string;
  jar?: Map<string, string>;
  redirect?: string;
}
async function logIn(client: TestClient, { redirect, ...options }: LoginOptions) {
  const { location } = await navigate(client, redirect ? { redirect } : {});
  return returnToSite(client, await signInAtProvider(location, options));
}
function addPerson(change: Partial<OidcUser> = {}): OidcUser {
  const username = uniqueName('oidc');
  const email = `${username}@harbor.test`;
  const person = { sub: `id-${username}`, username, name: `王静 ${username}`, email, ...change };
  provider.add(person);
  return person;
}
const currentUser = async (client: TestClient) => (await client.call(calls.user.info, {})).data;
const accounts = async () => (await site.database.query('select from "user"')).length;
const failedPath = (name: string) => `/user/login?redirect=%2Fitem%2Findex&failed=${name}`;

/** Logs in a new person in a new browser. */
async function loggedIn(jar = new Map<string, string>()) {
  const person = addPerson({ email_verified: true });
  const client = browser();
  expect((await logIn(client, { login: person.username, jar })).location).toBe('/item/index');
  const { uid = 0 } = (await currentUser(client)) ?? {};
  return { person, client, uid, jar };
}
const storedLogin = async (uid: number) =>
  (
    await site.database.query(
      'select oidc_issuer, oidc_sub, oidc_sid from device where uid = $1 order by device_id desc',
      [uid],
    )
  )[0];

describe('users of an OpenID provider', () => {
  it('get an account at the first login and keep it after a rename', async () => {
    const { username, name, sub, email } = addPerson();
    const client = browser();
    const { status, location } = await logIn(client, { login: username, redirect: '/item/add?a' });
    expect([status, location]).toEqual([303, '/item/add?a']);
    const account = await currentUser(client);
    // The mail is a suggestion of the provider: it gives no right to log in with it.
    expect(account).toMatchObject({ username, name, groupid: 2, email, email_verify: 0 });
    expect(await storedLogin(account?.uid ?? 0)).toEqual({
      oidc_issuer: provider.issuer,
      oidc_sub: sub,
      oidc_sid: expect.stringMatching(/./),
    });
    const before = await accounts();
    provider.add({ sub, username: uniqueName('married'), name, email: 'new@harbor.test' }, 'new');
    const again = browser();
    await logIn(again, { login: 'new' });
    expect(await currentUser(again)).toMatchObject({ uid: account?.uid, username, email });
    expect(await accounts()).toBe(before);
  });

  it('get no mail that the provider has not verified, nor one that is no mail', async () => {
    for (const change of [{ email_verified: false }, { email: 'not a mail' }]) {
      const { username } = addPerson(change);
      const client = browser();
      await logIn(client, { login: username });
      expect(await currentUser(client)).toMatchObject({ username, email: '' });
    }
  });

  it('have names in the configured claims, also if the id_token has them', async () => {
    const { username } = addPerson();
    await saveForm({
      ...provider.oidcForm,
      username_field: 'https://harbor.test/login, handle',
      name_field: 'full_name',
      mail_field: 'work_mail',
    });
    const handle = uniqueName('handle');
    provider.deceive({
      idToken: (claims) => ({
        ...claims,
        handle,
        full_name: 'Jing Wang',
        work_mail: 'jing@harbor.test',
      }),
    });
    const asked = provider.requestedPaths.length;
    const client = browser();
    await logIn(client, { login: username });
    expect(await currentUser(client)).toMatchObject({
      username: handle,
      name: 'Jing Wang',
      email: 'jing@harbor.test',
    });
    expect(provider.requestedPaths.slice(asked)).not.toContain('/oauth2/userinfo');
  });

  it('of another tenant are rejected', async () => {
    await saveForm({ ...provider.oidcForm, tenant_field: 'tenant', tenant: 'harbor' });
    const member = addPerson({ tenant: 'harbor' });
    expect((await logIn(browser(), { login: member.username })).location).toBe('/item/index');
    const before = await accounts();
    for (const change of [{ tenant: 'elsewhere' }, {}]) {
      const { username } = addPerson(change);
      expect((await logIn(browser(), { login: username })).location).toBe(
        failedPath('accountNotAllowed'),
      );
    }
    // A form without the value admits no user.
    await saveForm({ ...provider.oidcForm, tenant_field: 'tenant' });
    expect((await logIn(browser(), { login: member.username })).location).toContain(
      'accountNotAllowed',
    );
    expect(await accounts()).toBe(before);
  });

  it('link an existing account with its local password, at the login and in the settings', async () => {
    const local = await makeUser(site);
    addPerson({ username: local.username });
    const client = browser();
    expect((await logIn(client, { login: local.username })).location).toBe(failedPath('notLinked'));
    expect(await client.callOk(pendingLink, {})).toMatchObject({ username: local.username });
    expect((await client.call(confirmLink, { password: 'wrong' })).error_code).toBe(10208);
    await client.callOk(confirmLink, { password: PASSWORD });
    expect((await currentUser(client))?.uid).toBe(local.uid);
    // The session belongs to the login at the provider, so its logout ends it.
    expect(await storedLogin(local.uid)).toMatchObject({ oidc_issuer: provider.issuer });
    const again = browser();
    await logIn(again, { login: local.username });
    expect((await currentUser(again))?.uid).toBe(local.uid);

    const other = await makeLoggedInUser(site, {}, { 'x-forwarded-for': uniqueAddress() });
    const { username, sub } = addPerson();
    const { url } = await other.client.callOk(linkOauth2, { password: PASSWORD });
    const back = await signInAtProvider(url, { login: username });
    expect((await returnToSite(other.client, back)).location).toBe('/user/setting');
    const [row] = await site.database.query(
      'select uid::int, external_username from outside_login where outside_id = $1',
      [`${provider.issuer} ${sub}`],
    );
    expect(row).toEqual({ uid: other.uid, external_username: username });
  });

  it('are found by the id that an administrator has linked', async () => {
    const local = await makeUser(site);
    const { username, sub } = addPerson();
    const linked = await admin.client.callOk(calls.adminUser.linkIdentity, {
      uid: local.uid,
      kind: 'oauth2',
      identity: sub,
    });
    expect(linked.external_id).toBe(`${provider.issuer} ${sub}`);
    const client = browser();
    await logIn(client, { login: username });
    expect((await currentUser(client))?.uid).toBe(local.uid);
  });

  it('keep the session when they authenticate again, and its id at the provider follows', async () => {
    const { client, uid, person } = await loggedIn();
    const before = await storedLogin(uid);
    const devices = (await client.callOk(calls.user.devices, {})).length;
    const { location } = await navigate(client, { again: '1' });
    expect(new URL(location).searchParams.get('prompt')).toBe('login');
    await returnToSite(client, await signInAtProvider(location, { login: person.username }));
    expect((await client.callOk(calls.user.devices, {})).length).toBe(devices);
    expect(await storedLogin(uid)).not.toEqual(before);
  });

  it('are asked for the second factor of their account', async () => {
    const { person, client, uid } = await loggedIn();
    const { recoveryCodes } = await addSecondFactor(site, uid);
    await client.call(calls.user.logout, {});
    const next = browser();
    expect((await logIn(next, { login: person.username })).location).toBe(
      failedPath('secondFactorNeeded'),
    );
    expect(await currentUser(next)).toBeNull();
    const factor_code = recoveryCodes[0] ?? '';
    await next.callOk(calls.secondFactor.confirmLogin, { factor_code });
    expect((await currentUser(next))?.uid).toBe(uid);
    expect(await storedLogin(uid)).toMatchObject({ oidc_sub: person.sub });
  });
});

describe('a provider that was OAuth2 before', () => {
  it('keeps its users when it is switched to OpenID Connect and back', async () => {
    await saveForm(provider.form);
    const { username } = addPerson();
    const first = browser();
    await logIn(first, { login: username });
    const account = await currentUser(first);
    expect(account?.uid).toBeGreaterThan(0);
    const before = await accounts();
    for (const form of [provider.oidcForm, provider.form]) {
      await saveForm(form);
      const client = browser();
      await logIn(client, { login: username });
      expect((await currentUser(client))?.uid).toBe(account?.uid);
    }
    expect(await accounts()).toBe(before);
  });

  it('keeps them when the issuer has a path, but not for another server or other ids', async () => {
    const base = {
      client_id: 'octavo',
      client_secret: 's',
      authorize_path: '/a',
      token_path: '/t',
    };
    const links = async (uid: number) => {
      const rows = await site.database.query(
        'select outside_id from outside_login where uid = $1',
        [uid],
      );
      return rows[0]?.['outside_id'];
    };
    const oidc = { kind: 'oidc', client_id: 'octavo', client_secret: 's' };
    const cases = [
      [{}, 'https://sso.harbor.test/realms/staff', 'https://sso.harbor.test/realms/staff 7'],
      [{}, 'https://other.harbor.test/realms/staff', 'https://sso.harbor.test 7'],
      [{ id_field: 'email' }, 'https://sso.harbor.test/realms/staff', 'https://sso.harbor.test 7'],
    ] as const;
    for (const [change, issuer, expected] of cases) {
      await saveForm({ ...base, protocol: 'https', host: 'sso.harbor.test', ...change });
      const { uid } = await makeUser(site);
      await admin.client.callOk(calls.adminUser.linkIdentity, {
        uid,
        kind: 'oauth2',
        identity: '7',
      });
      await saveForm({ ...oidc, issuer });
      expect(await links(uid)).toBe(expected);
      await site.database.query('delete from outside_login where uid = $1', [uid]);
    }
  });

  it('needs the secret again, because another server would receive it', async () => {
    await saveForm(provider.form);
    const { client_secret: _, ...form } = provider.oidcForm;
    const answer = await admin.client.call(saveOauth2Config, { oauth2_form: form });
    expect(answer.error_code).toBe(10630);
    await saveForm();
    const moved = await admin.client.call(saveOauth2Config, {
      oauth2_form: { issuer: 'https://evil.test' },
    });
    expect(moved.error_code).toBe(10630);
  });
});

describe('an id_token', () => {
  const rejectedWith = async (idToken: Parameters<typeof provider.deceive>[0]['idToken']) => {
    provider.deceive({ ...(idToken && { idToken }) });
    const before = await accounts();
    const { username } = addPerson();
    const client = browser();
    const { location } = await logIn(client, { login: username });
    expect(await currentUser(client)).toBeNull();
    expect(await accounts()).toBe(before);
    return location;
  };
  const now = () => Math.floor(Date.now() / 1000);

  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://evil.test' })],
    ['for another client', (claims) => ({ ...claims, aud: 'someone-else' })],
    [
      'for several clients without naming this one',
      (claims) => ({ ...claims, aud: ['octavo', 'b'] }),
    ],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'of-another-attempt' })],
    ['without a nonce', (claims) => ({ ...claims, nonce: undefined })],
    ['that has expired', (claims) => ({ ...claims, exp: now() - 3600, iat: now() - 7200 })],
    ['that is not valid yet', (claims) => ({ ...claims, nbf: now() + 3600 })],
    ['without a subject', (claims) => ({ ...claims, sub: undefined })],
    ['with an empty subject', (claims) => ({ ...claims, sub: '' })],
    ['with a subject that is too long', (claims) => ({ ...claims, sub: 'x'.repeat(600) })],
  ])('%s is rejected', async (_name, change) => {
    expect(await rejectedWith((claims) => change(claims))).toBe(failedPath('providerInvalid'));
  });

  it('without a signature, or with a wrong one, is rejected', async () => {
    const unsigned = await rejectedWith((claims) => new UnsecuredJWT(claims).encode());
    expect(unsigned).toBe(failedPath('providerInvalid'));
    const secret = new TextEncoder().encode(provider.oidcForm.client_secret);
    const symmetric = await rejectedWith((claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret),
    );
    expect(symmetric).toBe(failedPath('providerInvalid'));
    const foreign = await rejectedWith((claims) => provider.sign(claims, provider.foreignKey()));
    expect(foreign).toBe(failedPath('providerInvalid'));
    const changed = await rejectedWith((claims, token) => {
      const [header, , signature] = token.split('.');
      const payload = Buffer.from(JSON.stringify({ ...claims, sub: 'boss' })).toString('base64url');
      return `${header}.${payload}.${signature}`;
    });
    expect(changed).toBe(failedPath('providerInvalid'));
    expect(site.logLines.join('')).not.toContain(provider.oidcForm.client_secret);
  });

  it('is not replaced by user info about another subject', async () => {
    const boss = await loggedIn();
    const { username } = addPerson();
    provider.deceive({ userinfo: { sub: boss.person.sub, preferred_username: 'boss' } });
    const client = browser();
    expect((await logIn(client, { login: username })).location).toBe(failedPath('providerInvalid'));
    expect(await currentUser(client)).toBeNull();
  });

  it('signed with a new key is accepted without a restart', async () => {
    await loggedIn();
    const keyRequests = () => provider.requestedPaths.filter((path) => path === '/jwks').length;
    const before = keyRequests();
    provider.rotateKeys();
    await loggedIn();
    expect(keyRequests()).toBeGreaterThan(before);
  });
});

describe('the callback', () => {
  async function startedLogin() {
    const { username } = addPerson();
    const client = browser();
    const { location } = await navigate(client, {});
    return { client, location, url: await signInAtProvider(location, { login: username }) };
  }
  const ENDED = '/user/login?failed=attemptEnded';

  it('follows an authorization request with state, nonce and PKCE', async () => {
    const first = new URL((await navigate(browser(), {})).location).searchParams;
    const second = new URL((await navigate(browser(), {})).location).searchParams;
    expect(Object.fromEntries(first)).toMatchObject({
      response_type: 'code',
      client_id: 'octavo',
      redirect_uri: REDIRECT,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first.get(name)).toMatch(/^[\w-]{43}$/);
      expect(first.get(name)).not.toBe(second.get(name));
    }
    await saveForm({ ...provider.oidcForm, scope: 'profile' });
    const { location } = await navigate(browser(), {});
    expect(new URL(location).searchParams.get('scope')).toBe('openid profile');
  });

  it('is accepted once, and only from the browser that started the login', async () => {
    const { client, url } = await startedLogin();
    expect((await returnToSite(browser(), url)).location).toBe(ENDED);
    const other = await startedLogin();
    expect((await returnToSite(other.client, url)).location).toBe(ENDED);
    const kept = new Map(client.cookies);
    expect((await returnToSite(client, url)).location).toBe('/item/index');
    const replay = browser();
    for (const [name, value] of kept) replay.cookies.set(name, value);
    expect((await returnToSite(replay, url)).location).toBe(ENDED);
    expect(await currentUser(replay)).toBeNull();
  });

  it('rejects the code of another attempt, whose PKCE verifier differs, and a used code', async () => {
    const mine = await startedLogin();
    const theirs = await startedLogin();
    const code = theirs.url.searchParams.get('code') ?? '';
    mine.url.searchParams.set('code', code);
    expect((await returnToSite(mine.client, mine.url)).location).toBe(failedPath('attemptEnded'));
    expect(await currentUser(mine.client)).toBeNull();

    const used = await startedLogin();
    expect((await returnToSite(used.client, used.url)).location).toBe('/item/index');
    const next = await startedLogin();
    next.url.searchParams.set('code', used.url.searchParams.get('code') ?? '');
    expect((await returnToSite(next.client, next.url)).location).toBe(failedPath('attemptEnded'));
  });

  it('rejects the answer of another issuer', async () => {
    const { client, url } = await startedLogin();
    expect(url.searchParams.get('iss')).toBe(provider.issuer);
    url.searchParams.set('iss', 'https://evil.test');
    expect((await returnToSite(client, url)).location).toBe(failedPath('providerInvalid'));
    const without = await startedLogin();
    without.url.searchParams.delete('iss');
    expect((await returnToSite(without.client, without.url)).location).toBe(
      failedPath('providerInvalid'),
    );
  });

  it('of an attempt at another provider is rejected', async () => {
    const { client, url } = await startedLogin();
    await saveForm(provider.form);
    expect((await returnToSite(client, url)).location).toBe(ENDED);
  });

  it('says what to do when the user declines or the client is unknown to the provider', async () => {
    const { username } = addPerson();
    const client = browser();
    const { location } = await navigate(client, {});
    const back = await signInAtProvider(location, { login: username, act: 'no' });
    expect((await returnToSite(client, back)).location).toBe(failedPath('providerDenied'));
    await saveForm({ ...provider.oidcForm, client_secret: 'wrong' });
    expect((await logIn(browser(), { login: username })).location).toBe(
      failedPath('providerSetup'),
    );
  });
});

/** A server with one response to everything. */
async function startServer(listener: RequestListener, tls?: { key: string; cert: string }) {
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
}
const respondWith =
  (body: string, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
const metadataOf = (issuer: string, change: object = {}) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  ...change,
});

describe('discovery', () => {
  const check = async (issuer: string, ca = '') => admin.client.callOk(checkOidc, { issuer, ca });

  it('reports a provider that works', async () => {
    expect(await check(provider.issuer)).toEqual({
      fault: '',
      issuer: provider.issuer,
      client_auth: 'body',
      has_logout: 1,
    });
    const { steps } = await admin.client.callOk(testOauth2, { oauth2_form: provider.oidcForm });
    expect(steps.map(({ step, fault }) => `${step} ${fault || 'fine'}`)).toEqual([
      'discovery fine',
      'keys fine',
      'authorize fine',
      'token fine',
    ]);
  });

  it('names what is wrong', async () => {
    const wrong = await startServer(respondWith(JSON.stringify(metadataOf('https://a.test/x'))));
    expect(await check(wrong)).toMatchObject({ fault: 'issuer', issuer: 'https://a.test/x' });
    const template = 'https://login.microsoftonline.com/{tenantid}/v2.0';
    const tenants = await startServer(respondWith(JSON.stringify(metadataOf(template))));
    expect(await check(tenants)).toMatchObject({ fault: 'issuer', issuer: template });
    const errorOf = async (listener: RequestListener) =>
      (await check(await startServer(listener))).fault;
    expect(await errorOf(respondWith('{}', 404))).toBe('absent');
    expect(await errorOf(respondWith('{}', 500))).toBe('broken');
    expect(await errorOf(respondWith('<html>Log in</html>'))).toBe('document');
    expect(await errorOf(respondWith('{"issuer": 7}'))).toBe('document');
    expect(await errorOf(respondWith('[]'))).toBe('document');
    const huge = JSON.stringify({ issuer: 'x'.repeat(300_000) });
    expect(await errorOf(respondWith(huge))).toBe('broken');
    expect(
      await errorOf((_request, response) => {
        response.writeHead(302, { location: `${provider.issuer}/elsewhere` }).end();
      }),
    ).toBe('broken');
    expect((await check('http://127.0.0.1:9')).fault).toBe('closed');
    expect((await check('http://nowhere.invalid')).fault).toBe('unknownHost');
  });

  it('times out at a provider that does not respond', async () => {
    const silent = await startServer(() => {});
    expect((await check(silent)).fault).toBe('unreachable');
    await saveForm({ ...provider.oidcForm, issuer: silent });
    expect((await navigate(browser(), {})).location).toBe('/user/login?failed=providerDown');
  });

  it('requires https for all endpoints of an https issuer, and its certificate', async () => {
    const tls = createSelfSignedCertificate();
    let metadata: object = {};
    const issuer = await startServer(
      (request, response) => respondWith(JSON.stringify(metadata))(request, response),
      tls,
    );
    metadata = metadataOf(issuer);
    expect((await check(issuer)).fault).toBe('certificate');
    expect((await check(issuer, tls.cert)).fault).toBe('');
    for (const name of ['jwks_uri', 'token_endpoint', 'authorization_endpoint']) {
      metadata = metadataOf(issuer, { [name]: 'http://127.0.0.1:9/x' });
      expect((await check(issuer, tls.cert)).fault).toBe('insecure');
    }
  });

  it('reports keys that cannot verify a signature', async () => {
    const answers: Record<string, string> = {};
    const issuer = await startServer((request, response) =>
      respondWith(answers[request.url ?? ''] ?? '{}')(request, response),
    );
    answers['/.well-known/openid-configuration'] = JSON.stringify(metadataOf(issuer));
    answers['/keys'] = JSON.stringify({ keys: [{ kty: 'RSA', use: 'enc' }] });
    const { steps } = await admin.client.callOk(testOauth2, {
      oauth2_form: { ...provider.oidcForm, issuer },
    });
    expect(steps).toMatchObject([{ step: 'discovery' }, { step: 'keys', fault: 'keys' }]);
  });

  it('connects to no local address that the operator has not allowed', async () => {
    const strict = await openIsolatedSite({ ROLES: 'web', OAUTH2_ALLOWED_ADDRESSES: '' });
    const { client } = await makeLoggedInUser(strict, { admin: true });
    const before = provider.requestedPaths.length;
    const found = await client.callOk(checkOidc, { issuer: provider.issuer });
    expect(found.fault).toBe('forbidden');
    // Endpoints of a permitted issuer are checked too.
    const issuer = await startServer((request, response) => {
      const self = `http://${request.headers.host}`;
      const inside = 'http://127.0.0.2:9';
      respondWith(
        JSON.stringify(
          metadataOf(self, { jwks_uri: `${inside}/keys`, token_endpoint: `${inside}/token` }),
        ),
      )(request, response);
    });
    await saveForm({ ...provider.oidcForm, issuer });
    const visitor = browser();
    const { location } = await navigate(visitor, {});
    const state = new URL(location).searchParams.get('state') ?? '';
    const end = await navigate(visitor, { code: 'any', state }, 'cross-site');
    expect(end.location).toBe(failedPath('providerDown'));
    expect(site.logLines.join('')).toContain('127.0.0.2 is a local address');
    expect(provider.requestedPaths.length).toBe(before);
  });
});

describe('a back-channel logout', () => {
  const claimsFor = (sub: string, change: object = {}) => {
    const now = Math.floor(Date.now() / 1000);
    return {
      iss: provider.issuer,
      aud: 'octavo',
      iat: now,
      exp: now + 120,
      jti: uniqueName('jti'),
      sub,
      events: LOGOUT_EVENTS,
      ...change,
    };
  };
  const send = async (claims: object, key?: ReturnType<typeof provider.foreignKey>) =>
    postLogout({ logout_token: await provider.sign(claims as never, key, 'logout+jwt') });

  it('of the provider ends the session of that login only', async () => {
    const { person, client, uid, jar } = await loggedIn();
    const elsewhere = browser();
    await logIn(elsewhere, { login: person.username });
    const sent = logoutMessages.length;
    await signOutAtProvider(provider.issuer, jar);
    expect(logoutMessages.slice(sent)).toMatchObject([{ status: 200 }]);
    expect(await currentUser(client)).toBeNull();
    expect((await currentUser(elsewhere))?.uid).toBe(uid);
    // The message is accepted once.
    const replay = await postLogout({ logout_token: logoutMessages.at(-1)?.token ?? '' });
    expect(replay.statusCode).toBe(400);
    const { list } = await admin.client.callOk(calls.audit.getList, {
      action: 'ExtLogin.backchannelLogout',
      count: 1,
    });
    expect(list).toMatchObject([{ username: person.username }]);
  });

  it('without a session id ends all sessions of the subject, and no others', async () => {
    const { person, client, uid } = await loggedIn();
    const elsewhere = browser();
    await logIn(elsewhere, { login: person.username });
    const stranger = await loggedIn();
    const local = await makeLoggedInUser(site);
    expect((await send(claimsFor(person.sub))).statusCode).toBe(200);
    expect(await currentUser(client)).toBeNull();
    expect(await currentUser(elsewhere)).toBeNull();
    expect((await currentUser(stranger.client))?.uid).toBe(stranger.uid);
    expect((await currentUser(local.client))?.uid).toBe(local.uid);
    expect(await storedLogin(uid)).toBeUndefined();
  });

  it('keeps sessions of the account that did not come from the provider', async () => {
    const { uid } = await makeUser(site);
    const { sub, username } = addPerson();
    await admin.client.callOk(calls.adminUser.linkIdentity, { uid, kind: 'oauth2', identity: sub });
    const byPassword = browser();
    const [account] = await site.database.query('select username from "user" where uid = $1', [
      uid,
    ]);
    await byPassword.callOk(calls.user.login, {
      username: String(account?.['username']),
      password: PASSWORD,
    });
    const byProvider = browser();
    await logIn(byProvider, { login: username });
    await send(claimsFor(sub));
    expect(await currentUser(byProvider)).toBeNull();
    expect((await currentUser(byPassword))?.uid).toBe(uid);
  });

  it('ends a login that still lacks the second factor', async () => {
    const { person, uid } = await loggedIn();
    const { recoveryCodes } = await addSecondFactor(site, uid);
    const waiting = browser();
    await logIn(waiting, { login: person.username });
    expect((await send(claimsFor(person.sub))).statusCode).toBe(200);
    const factor_code = recoveryCodes[0] ?? '';
    const answer = await waiting.call(calls.secondFactor.confirmLogin, { factor_code });
    expect(answer.error_code).toBe(10626);
  });

  it('is accepted once, also if it arrives many times together', async () => {
    const { person } = await loggedIn();
    const token = await provider.sign(claimsFor(person.sub), undefined, 'logout+jwt');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => postLogout({ logout_token: token })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(19);
  });

  it('by a new key of the provider is accepted', async () => {
    const { person, client } = await loggedIn();
    await send(claimsFor('unknown-user'));
    provider.rotateKeys();
    await expect
      .poll(async () => (await send(claimsFor(person.sub))).statusCode, { timeout: 20_000 })
      .toBe(200);
    expect(await currentUser(client)).toBeNull();
  });

  it('is answered alike for subjects with and without an account', async () => {
    const { person } = await loggedIn();
    const known = await send(claimsFor(person.sub));
    const unknown = await send(claimsFor('unknown-user'));
    const without = await send(claimsFor('unknown-user', { sub: undefined, sid: 'no-session' }));
    for (const { statusCode, body, headers } of [known, unknown, without]) {
      expect([statusCode, body]).toEqual([200, '']);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it.each<[string, object]>([
    ['of another issuer', { iss: 'https://evil.test' }],
    ['for another client', { aud: 'someone-else' }],
    ['without an audience', { aud: undefined }],
    ['without a time', { iat: undefined }],
    ['that is old', { iat: Math.floor(Date.now() / 1000) - 3600 }],
    ['from the future', { iat: Math.floor(Date.now() / 1000) + 3600 }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 3600 }],
    ['without an id', { jti: undefined }],
    ['without an event', { events: undefined }],
    ['with another event', { events: { 'http://schemas.openid.net/event/other': {} } }],
    [
      'with an event that is no object',
      { events: { 'http://schemas.openid.net/event/backchannel-logout': 'yes' } },
    ],
    ['with a nonce', { nonce: 'one' }],
    ['without subject and session', { sub: undefined }],
    ['with a session that is no text', { sid: 7 }],
  ])('%s is rejected', async (_name, change) => {
    const { person, client, uid } = await loggedIn();
    const answer = await send(claimsFor(person.sub, change));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'invalid_request' });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await currentUser(client))?.uid).toBe(uid);
  });

  it('that is forged, unsigned, an id_token or missing is rejected', async () => {
    const { person, client, uid, jar } = await loggedIn();
    expect((await send(claimsFor(person.sub), provider.foreignKey())).statusCode).toBe(400);
    const unsigned = new UnsecuredJWT(claimsFor(person.sub)).encode();
    expect((await postLogout({ logout_token: unsigned })).statusCode).toBe(400);
    let idToken = '';
    provider.deceive({ idToken: (_claims, token) => (idToken = token) });
    await logIn(browser(), { login: person.username, jar });
    expect(idToken).not.toBe('');
    expect((await postLogout({ logout_token: idToken })).statusCode).toBe(400);
    const typed = await provider.sign(claimsFor(person.sub), undefined, 'at+jwt');
    expect((await postLogout({ logout_token: typed })).statusCode).toBe(400);
    for (const form of [{}, { logout_token: '' }, { logout_token: 'x.y.z' }])
      expect((await postLogout(form as Record<string, string>)).statusCode).toBe(400);
    expect((await currentUser(client))?.uid).toBe(uid);
  });

  it('of a session and a subject that do not belong together ends nothing', async () => {
    const { client, uid } = await loggedIn();
    const other = await loggedIn();
    const { oidc_sid } = (await storedLogin(uid)) ?? {};
    await send(claimsFor(other.person.sub, { sid: oidc_sid }));
    expect((await currentUser(client))?.uid).toBe(uid);
    expect((await currentUser(other.client))?.uid).toBe(other.uid);
    await send(claimsFor('', { sub: undefined, sid: oidc_sid }));
    expect(await currentUser(client)).toBeNull();
  });

  it('is rejected while the provider is down, and ends the session afterwards', async () => {
    const { person, client, uid } = await loggedIn();
    await saveForm({ ...provider.oidcForm, issuer: 'http://127.0.0.1:9' });
    expect((await send(claimsFor(person.sub))).statusCode).toBe(400);
    expect((await currentUser(client))?.uid).toBe(uid);
    await saveForm();
    expect((await send(claimsFor(person.sub))).statusCode).toBe(200);
    expect(await currentUser(client)).toBeNull();
  });

  it('works while logins are switched off, and not for an OAuth2 provider', async () => {
    const { person, client } = await loggedIn();
    await admin.client.callOk(saveOauth2Config, { oauth2_open: 0 });
    expect((await send(claimsFor(person.sub))).statusCode).toBe(200);
    expect(await currentUser(client)).toBeNull();
    await saveForm(provider.form);
    expect((await send(claimsFor(person.sub))).statusCode).toBe(400);
  });
});
