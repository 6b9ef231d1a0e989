import { gzipSync } from 'node:zlib';
import { calls } from '@octavo/contract';
import type { Call, CallInput } from '@octavo/contract/define-call';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeScript, makeAccessToken } from '../../../tests/helpers/access-tokens.ts';
import type { TestClient } from '../../../tests/helpers/client.ts';
import { openEventStream } from '../../../tests/helpers/event-stream.ts';
import {
  logIn,
  makeLoggedInUser,
  makeUser,
  makeVisitor,
  PASSWORD,
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
import { signInAtProvider } from '../../../tests/helpers/provider-sign-in.ts';
import { addSecondFactor, totpCode } from '../../../tests/helpers/second-factor.ts';
import { openIsolatedSite, openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { allCalls } from '../../../tests/helpers/valid-requests.ts';
import { WAIT } from '../../../tests/helpers/wait.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { publishSettingsChange } from '../setting/settings.ts';
import type { SiteSettings } from '../setting/setting.ts';

const { save, load, preview } = calls.adminSecurity;
const [REFUSED, CONSOLE_REFUSED, OWN_MISSING, INVALID] = [10680, 10681, 10682, 10683];
const TOO_LARGE = 10603;
const INSIDE = '10.20.4.18';
const OUTSIDE = '198.51.100.7';

let site: TestSite;
let provider: Awaited<ReturnType<typeof startOidcProvider>>;
beforeAll(async () => {
  await createTestOu();
  site = await openTestSite({ ROLES: 'web', TRUST_PROXY: '1' });
  provider = await startOidcProvider('http://octavo.test/api/ExtLogin/oauth2');
  const admin = await makeLoggedInUser(site, { admin: true }, at(INSIDE));
  await admin.client.callOk(calls.adminSetting.saveOauth2Config, {
    oauth2_open: 1,
    oauth2_form: provider.form,
  });
});
afterAll(async () => {
  await site.close();
  await provider.close();
});
beforeEach(() => limit('login'));
beforeEach(() => limit('console'));

const at = (address: string) => ({ 'x-forwarded-for': address });

/** Limits logins or the console to these networks; without any, to none. */
async function limit(list: 'login' | 'console', networks: readonly string[] = [], on = site) {
  const entries = networks.map((network) => ({
    network,
    note: '',
    username: 'mei',
    time: new Date(0).toISOString(),
  }));
  const change: Partial<SiteSettings> =
    list === 'login'
      ? { login_networks_on: networks.length > 0, login_networks: entries }
      : { console_networks_on: networks.length > 0, console_networks: entries };
  await settingRepository(on.deps.db).save(change);
  publishSettingsChange(on.deps.bus);
}

/** The same session at another address. */
function moved(client: TestClient, address: string): TestClient {
  const other = makeVisitor(site, at(address));
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  return other;
}

const countSessions = async () =>
  (await site.database.query<{ count: string }>('select count(*) from device'))[0]?.count;

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

describe('the networks for logins', () => {
  /** Calls that start a session, each with a request that is valid. Their clients are in 2001:db8::/32. */
  const WAYS = [
    'user.login',
    'user.acceptInvitation',
    'user.resetPasswordByUrl',
    'secondFactor.confirmLogin',
    'extLogin.confirmLink',
  ];

  it.each(allCalls.filter(({ name }) => WAYS.includes(name)))(
    'reject $name from elsewhere, and the same request succeeds inside',
    async ({ call, prepare }) => {
      const { client, input } = await prepare(site);
      await limit('login', ['10.0.0.0/8']);
      const sessions = await countSessions();
      const refused = await client.call(call, input);
      expect(refused.error_code).toBe(REFUSED);
      expect(client.cookies.has('octavo')).toBe(false);
      expect(await countSessions()).toBe(sessions);
      await limit('login', ['10.0.0.0/8', '2001:db8::/32']);
      expect((await client.call(call, input)).error_code).toBe(0);
      expect(client.cookies.has('octavo')).toBe(true);
    },
  );

  it.each(allCalls.filter(({ name }) => ['user.register', 'user.setup'].includes(name)))(
    'reject $name from elsewhere, which creates no account',
    async ({ call, prepare }) => {
      const own = await openIsolatedSite({ ROLES: 'web', TRUST_PROXY: '1' });
      const { client, input } = await prepare(own);
      await limit('login', ['10.0.0.0/8'], own);
      const accounts = () => own.database.query('select from "user"');
      const before = (await accounts()).length;
      expect((await client.call(call, input)).error_code).toBe(REFUSED);
      expect(await accounts()).toHaveLength(before);
    },
  );

  it('reject an LDAP login from elsewhere before the directory verifies the password', async () => {
    await enableLdapLogin(site);
    const username = uniqueName('ldap');
    await addLdapEntry({ uid: username, cn: username, password: 'lighthouse lamp 9' });
    await limit('login', ['10.0.0.0/8']);
    for (const password of ['lighthouse lamp 9', 'wrong'])
      expect(
        (await makeVisitor(site, at(OUTSIDE)).call(calls.user.login, { username, password }))
          .error_code,
      ).toBe(REFUSED);
    const inside = makeVisitor(site, at(INSIDE));
    await inside.callOk(calls.user.login, { username, password: 'lighthouse lamp 9' });
  });

  it('reject OAuth2 and signed links from elsewhere, and say so on the login screen', async () => {
    const login = uniqueName('oidc');
    provider.add({ sub: login, username: login, name: login });
    const signIn = async (address: string) => {
      const client = makeVisitor(site, at(address));
      const start = await navigate(client, {});
      const back = await signInAtProvider(String(start.headers['location']), { login });
      const { headers } = await navigate(client, Object.fromEntries(back.searchParams));
      return [String(headers['location']), client.cookies.has('octavo')];
    };
    const follow = async (address: string) => {
      const client = makeVisitor(site, at(address));
      const link = await makeSignedLink(site, { username: uniqueName('link') });
      const { headers } = await navigate(client, link, calls.extLogin.bySecretKey.path);
      return [String(headers['location']), client.cookies.has('octavo')];
    };
    await limit('login', ['10.0.0.0/8']);
    for (const enter of [signIn, follow]) {
      const [location, hasSession] = await enter(OUTSIDE);
      expect(location).toContain('failed=addressRefused');
      expect(hasSession).toBe(false);
      expect((await enter(INSIDE))[1]).toBe(true);
    }
    // A refused login creates no account either.
    const accounts = await site.database.query(`select from "user" where username like 'oidc%'`);
    expect(accounts).toHaveLength(1);
  });

  it('reject a right and a wrong password with the same error, and count neither', async () => {
    const { username } = await makeUser(site);
    await limit('login', ['10.0.0.0/8']);
    const outside = makeVisitor(site, at(OUTSIDE));
    for (let tries = 0; tries < 12; tries += 1)
      for (const password of [PASSWORD, 'wrong password'])
        expect((await outside.call(calls.user.login, { username, password })).error_code).toBe(
          REFUSED,
        );
    // No captcha is required of the owner.
    await makeVisitor(site, at(INSIDE)).callOk(calls.user.login, { username, password: PASSWORD });
    const entries = () =>
      site.database.query<{ facts: { reason: string } }>(
        `select facts, subject from audit_log where action = 'user.loginFailed' and address = $1
           and facts ->> 'reason' = 'address'`,
        [OUTSIDE],
      );
    await expect.poll(async () => (await entries()).length).toBeGreaterThan(0);
    expect(JSON.stringify(await entries())).not.toContain(username);
  });

  it('apply to running sessions and tokens on each request', async () => {
    const { client, uid } = await makeLoggedInUser(site, {}, at(INSIDE));
    const { token } = await makeAccessToken(site, uid, { scopes: ['read'] });
    const outside = moved(client, OUTSIDE);
    const script = makeVisitor(site, {
      ...at(OUTSIDE),
      origin: undefined,
      'sec-fetch-site': undefined,
      authorization: `Bearer ${token}`,
    });
    const { user_token = '' } = await makeVisitor(site, at(INSIDE)).callOk(calls.user.login, {
      username: (await client.callOk(calls.user.info, {})).username,
      password: PASSWORD,
      with_token: 1,
    });
    const bearer = makeVisitor(site, { ...at(OUTSIDE), authorization: `Bearer ${user_token}` });
    for (const each of [outside, script, bearer])
      expect((await each.call(calls.item.myList, {})).error_code).toBe(0);
    await limit('login', ['10.20.0.0/16']);
    expect((await outside.call(calls.item.myList, {})).error_code).toBe(10102);
    for (const each of [script, bearer])
      expect((await each.call(calls.item.myList, {})).error_code).toBe(REFUSED);
    expect((await client.call(calls.item.myList, {})).error_code).toBe(0);
    await limit('login');
    // The session itself has not ended.
    expect((await outside.call(calls.item.myList, {})).error_code).toBe(0);
    await limit('login', ['198.51.100.0/24']);
    expect((await makeScript(site, token).call(calls.item.myList, {})).error_code).toBe(REFUSED);
  });

  it('apply to the API key of an item, also before its body is read', async () => {
    const owner = await makeLoggedInUser(site, {}, at(INSIDE));
    const item_id = await makeItem(site, { owner });
    const page_id = await makePage(site, item_id, { author: owner });
    const { api_key, api_token } = await owner.client.callOk(calls.item.getKey, { item_id });
    const { getPage, updateItem } = calls.open;
    const read = (address: string) =>
      makeVisitor(site, at(address)).call(getPage, { api_key, api_token, page_id });
    // Larger than what an unknown caller may send compressed.
    const page_content = 'quiet boats '.repeat(30_000);
    const write = (address: string) =>
      site.app.inject({
        method: 'POST',
        url: updateItem.path,
        headers: {
          ...at(address),
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'x-api-key': api_key,
          'x-api-token': api_token,
        },
        payload: gzipSync(JSON.stringify({ page_title: 'Boats', page_content })),
      });
    expect((await read(OUTSIDE)).error_code).toBe(0);
    expect((await write(OUTSIDE)).json()).toMatchObject({ error_code: 0 });
    await limit('login', ['10.20.0.0/16']);
    await site.database.query(
      `update item_key set last_used_time = now() - interval '1 hour' where item_id = $1`,
      [item_id],
    );
    expect((await read(OUTSIDE)).error_code).toBe(REFUSED);
    expect((await write(OUTSIDE)).json()).toMatchObject({ error_code: TOO_LARGE });
    const used = await site.database.query(
      `select from item_key where item_id = $1 and last_used_time > now() - interval '1 minute'`,
      [item_id],
    );
    expect(used).toEqual([]);
    expect((await read(INSIDE)).error_code).toBe(0);
    expect((await write(INSIDE)).json()).toMatchObject({ error_code: 0 });
  });

  it('end the event stream of a session or token outside', async () => {
    const { client, username } = await makeLoggedInUser(site, {}, at(INSIDE));
    const url = await site.app.listen({ host: '127.0.0.1', port: 0 });
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const stream = await openEventStream(url, { cookie, ...at(OUTSIDE) });
    const { user_token = '' } = await makeVisitor(site, at(OUTSIDE)).callOk(calls.user.login, {
      username,
      password: PASSWORD,
      with_token: 1,
    });
    const authorization = `Bearer ${user_token}`;
    const ofScript = await openEventStream(url, { authorization, ...at(OUTSIDE) });
    expect(ofScript.headers['content-type']).toBe('text/event-stream');
    await limit('login', ['10.0.0.0/8']);
    await expect(stream.waitForEnd()).resolves.toBeUndefined();
    await expect(ofScript.waitForEnd()).resolves.toBeUndefined();
  });

  it('count no request from elsewhere as a use of the session or token', async () => {
    const people = [];
    for (const address of [OUTSIDE, INSIDE]) {
      const { client, uid } = await makeLoggedInUser(site, {}, at(INSIDE));
      const { token } = await makeAccessToken(site, uid, { scopes: ['read'] });
      const script = makeVisitor(site, {
        ...at(address),
        origin: undefined,
        'sec-fetch-site': undefined,
        authorization: `Bearer ${token}`,
      });
      people.push({ uid, clients: [moved(client, address), script] });
    }
    await site.database.query(`update device set last_used_time = now() - interval '3 days'`);
    await limit('login', ['10.20.0.0/16']);
    for (const { clients } of people)
      for (const each of clients) await each.call(calls.item.myList, {});
    const uses = async (uid = 0) =>
      (
        await site.database.query<{ last_address: string }>(
          `select address as last_address from device
             where uid = $1 and last_used_time > now() - interval '1 minute'
           union all select last_address from access_token
             where uid = $1 and last_used_time is not null`,
          [uid],
        )
      ).map(({ last_address }) => last_address);
    const [outside, inside] = people;
    // Uses are written after the response, those of the first person first.
    await expect.poll(() => uses(inside?.uid), WAIT).toEqual([INSIDE, INSIDE]);
    expect(await uses(outside?.uid)).toEqual([]);
  });

  it('leave visitors alone, also those who have a session', async () => {
    const owner = await makeLoggedInUser(site, {}, at(INSIDE));
    const item_id = await makeItem(site, { owner });
    const page_id = await makePage(site, item_id, { author: owner });
    const hidden = await makeItem(site, {
      owner,
      password_hash: await site.deps.hasher.hash('sesame'),
    });
    await limit('login', ['10.0.0.0/8']);
    for (const client of [makeVisitor(site, at(OUTSIDE)), moved(owner.client, OUTSIDE)]) {
      expect((await client.call(calls.page.info, { page_id })).error_code).toBe(0);
      const read = await client.request({ method: 'GET', url: `/${item_id}/${page_id}` });
      expect(read.statusCode).toBe(200);
      expect((await client.call(calls.item.info, { item_id: hidden })).error_code).not.toBe(0);
      expect(
        (await client.call(calls.item.pwd, { item_id: hidden, password: 'sesame' })).error_code,
      ).toBe(0);
    }
  });
});

describe('the networks of the console', () => {
  it('apply to each call of the console, also in running sessions', async () => {
    const isOfConsole = ({ access }: Call) => access.who === 'admin' || access.who === 'auditor';
    const requests = [];
    for (const { call, prepare } of allCalls)
      if (isOfConsole(call)) requests.push({ call, ...(await prepare(site)) });
    expect(requests.length).toBeGreaterThan(60);
    await limit('console', ['10.20.0.0/16']);
    const answers = [];
    for (const { call, client, input } of requests)
      answers.push([call.path, (await client.call(call, input)).error_code]);
    expect(answers).toEqual(answers.map(([path]) => [path, CONSOLE_REFUSED]));
    const { client } = await makeLoggedInUser(site, { admin: true }, at(INSIDE));
    expect((await client.call(calls.adminUser.getList, {})).error_code).toBe(0);
    expect(await moved(client, OUTSIDE).call(calls.adminUser.getList, {})).toMatchObject({
      error_code: CONSOLE_REFUSED,
      error_message: expect.stringContaining(OUTSIDE),
    });
  });

  it('leave the rest of the site to administrators and auditors, who are told why', async () => {
    await limit('console', ['10.20.0.0/16']);
    for (const role of [{ admin: true }, { auditor: true }]) {
      const { client, username } = await makeLoggedInUser(site, role, at(OUTSIDE));
      expect((await client.callOk(calls.user.info, {})).console_refused).toBe(OUTSIDE);
      expect((await client.call(calls.item.myList, {})).error_code).toBe(0);
      expect((await client.call(calls.adminSecurity.load, {})).error_code).toBe(CONSOLE_REFUSED);
      expect((await client.call(calls.audit.getList, {})).error_code).toBe(CONSOLE_REFUSED);
      const login = await makeVisitor(site, at(OUTSIDE)).callOk(calls.user.login, {
        username,
        password: PASSWORD,
      });
      expect(login.console_refused).toBe(OUTSIDE);
      expect((await moved(client, INSIDE).callOk(calls.user.info, {})).console_refused).toBe(
        undefined,
      );
    }
    const user = await makeLoggedInUser(site, {}, at(OUTSIDE));
    expect(await user.client.callOk(calls.user.info, {})).not.toHaveProperty('console_refused');
    expect((await user.client.call(calls.adminSecurity.load, {})).error_code).toBe(10103);
  });

  it('leave the audit log of an own item readable', async () => {
    const owner = await makeLoggedInUser(site, { admin: true }, at(OUTSIDE));
    const item_id = await makeItem(site, { owner });
    const other = await makeItem(site);
    await limit('console', ['10.20.0.0/16']);
    expect((await owner.client.call(calls.audit.getList, { item_id })).error_code).toBe(0);
    expect((await owner.client.call(calls.audit.getList, { item_id: other })).error_code).not.toBe(
      0,
    );
  });

  it('apply to personal access tokens of administrators', async () => {
    const { uid } = await makeUser(site, { admin: true });
    const { token } = await makeAccessToken(site, uid, { scopes: ['read', 'admin'] });
    const script = makeScript(site, token);
    expect((await script.call(calls.adminUser.getList, {})).error_code).toBe(0);
    await limit('console', ['10.20.0.0/16']);
    expect((await script.call(calls.adminUser.getList, {})).error_code).toBe(CONSOLE_REFUSED);
    expect((await script.call(calls.item.myList, {})).error_code).toBe(0);
  });

  it('do not weaken the second factor that administrators need', async () => {
    const { client, uid } = await makeLoggedInUser(site, { admin: true }, at(OUTSIDE));
    const { secret } = await addSecondFactor(site, uid);
    await site.database.query(`update device set second_factor = 'totp' where uid = $1`, [uid]);
    await settingRepository(site.deps.db).save({ second_factor_for: 'staff' });
    await limit('console', ['10.20.0.0/16']);
    const input = { factor_code: totpCode(site, secret) };
    expect((await client.call(calls.secondFactor.removeTotp, input)).error_code).toBe(10663);
    await settingRepository(site.deps.db).save({ second_factor_for: 'none' });
    publishSettingsChange(site.deps.bus);
  });
});

describe('a list of networks', () => {
  type Change = CallInput<typeof save>;

  it('cannot be saved without the address of the administrator, which the error names', async () => {
    const { client } = await makeLoggedInUser(site, { admin: true }, at(`::ffff:${INSIDE}`));
    const before = await client.callOk(load, {});
    expect(before.own_address).toBe(INSIDE);
    for (const list of ['login', 'console'] as const) {
      const change = {
        [`${list}_networks_on`]: 1,
        [`${list}_networks`]: [{ network: '203.0.113.0/24', note: 'VPN' }],
      } as Change;
      expect(await client.call(save, change)).toMatchObject({
        error_code: OWN_MISSING,
        error_message: expect.stringContaining(INSIDE),
      });
    }
    expect(await client.callOk(load, {})).toEqual(before);
  });

  it('keeps its notes, who added each entry and when, and is in the audit log', async () => {
    const first = await makeLoggedInUser(site, { admin: true }, at(INSIDE));
    const second = await makeLoggedInUser(site, { admin: true }, at(INSIDE));
    const office = { network: '10.20.0.0/16', note: 'Office' };
    await first.client.callOk(save, { console_networks_on: 1, console_networks: [office] });
    await second.client.callOk(save, {
      console_networks: [
        { ...office, note: '办公室' },
        { network: '2001:DB8::/48', note: '' },
        { network: '2001:db8::/48', note: 'twice' },
      ],
    });
    const { console_networks, console_networks_on, security_saved } = await first.client.callOk(
      load,
      {},
    );
    expect(console_networks_on).toBe(1);
    expect(console_networks).toMatchObject([
      { network: '10.20.0.0/16', note: '办公室', username: first.username },
      { network: '2001:db8::/48', note: 'twice', username: second.username },
    ]);
    expect(security_saved?.username).toBe(second.username);
    const [entry] = await site.database.query<{ facts: { was: object } }>(
      `select facts from audit_log where action = 'adminSecurity.save' and username = $1`,
      [second.username],
    );
    expect(entry?.facts).toMatchObject({
      console_networks: [{ note: '办公室' }, {}, {}],
      was: { console_networks: [{ note: 'Office' }] },
    });
  });

  it.each([
    '10.20.0.0/33',
    '10.20.0.0/',
    'office',
    '10.20.0.0-10.20.255.255',
    '::ffff:10.20.0.0/112',
    'fe80::1%eth0',
    '10.20.0.0/16 # office',
  ])('rejects %j and names it', async (network) => {
    const { client } = await makeLoggedInUser(site, { admin: true }, at(INSIDE));
    const change = { login_networks: [{ network: '10.0.0.0/8' }, { network }] };
    expect(await client.call(save, change)).toMatchObject({
      error_code: INVALID,
      error_message: expect.stringContaining(network),
    });
    // A preview of a list that is still being written is no error.
    expect((await client.call(preview, { ...change, login_networks_on: 1 })).error_code).toBe(0);
  });

  it('cannot be switched on while it is empty', async () => {
    const { client } = await makeLoggedInUser(site, { admin: true }, at(INSIDE));
    expect((await client.call(save, { login_networks_on: 1 })).error_code).toBe(INVALID);
    expect((await client.callOk(load, {})).login_networks_on).toBe(0);
  });

  it('ignores an address that the client itself sent', async () => {
    await limit('login', ['10.20.0.0/16']);
    const { username } = await makeUser(site);
    const spoofed = {
      'x-forwarded-for': `${INSIDE}, ${OUTSIDE}`,
      'x-real-ip': INSIDE,
      forwarded: `for=${INSIDE}`,
      'cf-connecting-ip': INSIDE,
      'true-client-ip': INSIDE,
    };
    const login = { username, password: PASSWORD };
    expect((await makeVisitor(site, spoofed).call(calls.user.login, login)).error_code).toBe(
      REFUSED,
    );
    const own = await openIsolatedSite({ ROLES: 'web' });
    const admin = await makeLoggedInUser(own, { admin: true }, spoofed);
    // Without a trusted proxy the address is that of the connection.
    expect((await admin.client.callOk(load, {})).own_address).toBe('127.0.0.1');
  });

  it('rejects clients whose address is unknown', async () => {
    await limit('login', ['0.0.0.0/0', '::/0']);
    const { username } = await makeUser(site);
    for (const address of ['unknown', '_hidden', '10.20.4.18:51000'])
      expect(
        (
          await makeVisitor(site, at(address)).call(calls.user.login, {
            username,
            password: PASSWORD,
          })
        ).error_code,
      ).toBe(REFUSED);
  });

  it('is previewed with the people outside, for administrators only', async () => {
    const own = await openIsolatedSite({ ROLES: 'web', TRUST_PROXY: '1' });
    const admin = await makeLoggedInUser(own, { admin: true }, at(INSIDE));
    const auditor = await makeLoggedInUser(own, { auditor: true }, at(INSIDE));
    const { uid } = await makeUser(own);
    await logIn(own, uid);
    await logIn(own, uid);
    await own.database.query(`update device set address = $1 where uid <> $2`, [INSIDE, uid]);
    await own.database.query(`update device set address = $1 where uid = $2`, [OUTSIDE, uid]);
    const change = {
      login_networks_on: 1,
      login_networks: [{ network: '10.0.0.0/8' }],
      console_networks_on: 1,
      console_networks: [{ network: '10.21.0.0/16' }],
    } as const;
    expect(await admin.client.callOk(preview, change)).toMatchObject({
      users_outside: 1,
      // The administrator who asks is in the list by their address.
      staff_outside: 1,
    });
    expect((await auditor.client.call(preview, change)).error_code).toBe(10103);
    expect((await auditor.client.call(save, { session_idle_days: 7 })).error_code).toBe(10103);
    expect((await auditor.client.callOk(load, {})).session_idle_days).toBe(14);
  });
});
