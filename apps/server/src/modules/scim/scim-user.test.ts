import { calls } from '@octavo/contract';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAccessToken, makeScript } from '../../../tests/helpers/access-tokens.ts';
import {
  createTestOu,
  enableLdapLogin,
  withLdapClient,
} from '../../../tests/helpers/ldap-directory.ts';
import { startOidcProvider } from '../../../tests/helpers/oidc-provider.ts';
import { signInAtProvider } from '../../../tests/helpers/provider-sign-in.ts';
import {
  logIn,
  makeLoggedInUser,
  makeUser,
  makeVisitor,
  PASSWORD,
  uniqueAddress,
  uniqueName,
} from '../../../tests/helpers/factories.ts';
import { byFilter, makeScimClient, patch, scimUser } from '../../../tests/helpers/scim.ts';
import type { Json } from '../../../tests/helpers/scim.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { siteSettings } from '../setting/setting.ts';

const { loadConfig, saveConfig, allowLink } = calls.adminScim;

let site: TestSite;
let client: Awaited<ReturnType<typeof makeScimClient>>;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
  client = await makeScimClient(site, 'Harbor directory');
  admin = await makeLoggedInUser(site, { admin: true });
});
afterAll(() => site.close());

async function create(userName = uniqueName('mei'), fields: Json = {}) {
  const body = await client.expectStatus(201, 'POST', '/Users', scimUser(userName, fields));
  return { id: String(body['id']), userName, body };
}

interface AccountRow {
  readonly uid: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly email_verify: number;
  readonly groupid: number;
  readonly password_hash: string | null;
  readonly local_access: boolean;
  readonly is_disabled: boolean;
}

async function accountOf(username: string): Promise<AccountRow> {
  const [row] = await site.database.query<AccountRow>(
    `select uid::int, username, name, email, email_verify, groupid, password_hash, local_access,
       disabled_time is not null as is_disabled from "user" where username = $1`,
    [username],
  );
  if (!row) throw new Error(`${username} has no account`);
  return row;
}

const countAccounts = async () => (await site.database.query('select from "user"')).length;

const entriesOf = (username: string) =>
  site.database.query<{ action: string; username: string; facts: Json; address: string }>(
    'select action, username, facts, address from audit_log where subject = $1 order by audit_id',
    [username],
  );

const setActive = (id: string, active: unknown) =>
  client.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: active }));

describe('a user of an identity provider', () => {
  it('gets an account without a local password, listed with its source', async () => {
    const { userName, id, body } = await create();
    const account = await accountOf(userName);
    expect(account).toMatchObject({
      name: `${userName} of Harbor`,
      email: `${userName}@harbor.test`,
      email_verify: 0,
      groupid: 2,
      password_hash: null,
      local_access: false,
      is_disabled: false,
    });
    const { users } = await admin.client.callOk(calls.adminUser.getList, {
      username: userName,
      source: 'scim',
    });
    expect(users).toMatchObject([{ username: userName, sources: ['scim'] }]);
    expect(body).toMatchObject({
      id,
      meta: { location: `http://octavo.test/scim/v2/Users/${id}`, resourceType: 'User' },
    });
    expect(await entriesOf(userName)).toMatchObject([
      {
        action: 'adminUser.createUser',
        username: 'SCIM: Harbor directory',
        facts: { email: `${userName}@harbor.test`, token_prefix: client.token.slice(0, 9) },
      },
    ]);
  });

  it('is created once by parallel requests', async () => {
    const before = await countAccounts();
    const body = scimUser(uniqueName('once'));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.send('POST', '/Users', body)),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(7);
    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 409,
        body: { scimType: 'uniqueness', status: '409' },
      });
    expect(await countAccounts()).toBe(before + 1);
  });

  it('has name and mail changed, with the old values in the audit log', async () => {
    const { id, userName } = await create();
    await client.expectStatus(
      200,
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'replace', path: 'displayName', value: 'Mei Lindqvist' },
        {
          op: 'replace',
          path: 'emails[type eq "work"].value',
          value: `new.${userName}@harbor.test`,
        },
      ),
    );
    expect(await accountOf(userName)).toMatchObject({
      name: 'Mei Lindqvist',
      email: `new.${userName}@harbor.test`,
      email_verify: 0,
    });
    expect((await entriesOf(userName)).at(-1)).toMatchObject({
      action: 'adminUser.updateUser',
      username: 'SCIM: Harbor directory',
      facts: {
        name: 'Mei Lindqvist',
        was: { name: `${userName} of Harbor`, email: `${userName}@harbor.test` },
      },
    });
  });

  it('keeps the username of the account when the provider renames the user', async () => {
    const { id, userName } = await create();
    const renamed = `${userName}.new`;
    await client.expectStatus(
      200,
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'replace', value: { userName: renamed } }),
    );
    expect(await accountOf(userName)).toMatchObject({ username: userName });
    const found = await client.expectStatus(
      200,
      'GET',
      byFilter('/Users', `userName eq "${renamed}"`),
    );
    expect(found).toMatchObject({ totalResults: 1, Resources: [{ id }] });
  });

  it('has one userName among all users', async () => {
    const first = await create();
    const second = await create();
    const answer = await client.send(
      'PATCH',
      `/Users/${second.id}`,
      patch({ op: 'replace', path: 'userName', value: first.userName.toUpperCase() }),
    );
    expect(answer).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
  });

  it('changes nothing twice: a repeated request leaves no second entry', async () => {
    const { id, userName } = await create();
    const change = patch({ op: 'replace', path: 'displayName', value: 'Twice' });
    const first = await client.expectStatus(200, 'PATCH', `/Users/${id}`, change);
    const entries = (await entriesOf(userName)).length;
    expect(await client.expectStatus(200, 'PATCH', `/Users/${id}`, change)).toEqual(first);
    expect(await entriesOf(userName)).toHaveLength(entries);
  });

  it('keeps the version of a resource apart: If-Match and If-None-Match', async () => {
    const { id } = await create();
    const { headers } = await client.send('GET', `/Users/${id}`);
    const etag = String(headers['etag']);
    expect(etag).toMatch(/^W\/"[\w-]{16}"$/);
    const known = await client.send('GET', `/Users/${id}`, undefined, { 'if-none-match': etag });
    expect(known.status).toBe(304);
    const change = patch({ op: 'replace', path: 'title', value: 'Guide' });
    const changed = await client.send('PATCH', `/Users/${id}`, change, { 'if-match': etag });
    expect(changed.status).toBe(200);
    const stale = await client.send('DELETE', `/Users/${id}`, undefined, { 'if-match': etag });
    expect(stale).toMatchObject({ status: 412, body: { status: '412' } });
  });

  it.each([
    [{ userName: 'two words' }, 'userName'],
    [{ userName: 'x' }, 'userName'],
    [{ userName: '' }, 'userName is required'],
    [{ userName: null }, 'userName is required'],
    [{ userName: 'admin' }, 'reserved'],
    [{ userName: 'y'.repeat(300) }, 'too long'],
  ])('is rejected with %j', async (fields, detail) => {
    const answer = await client.send('POST', '/Users', scimUser('someone', fields));
    expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } });
    expect(answer.body['detail']).toContain(detail);
  });
});

describe('a user who is removed', () => {
  it('is disabled, with all sessions ended, and enabled again', async () => {
    const { id, userName } = await create();
    const { uid } = await accountOf(userName);
    const browser = await logIn(site, uid);
    expect((await browser.call(calls.user.info, {})).data).toMatchObject({ username: userName });
    expect(await setActive(id, 'False')).toMatchObject({ status: 200, body: { active: false } });
    expect(await accountOf(userName)).toMatchObject({ is_disabled: true });
    expect((await browser.call(calls.user.info, {})).error_code).toBe(10102);
    expect(await setActive(id, true)).toMatchObject({ status: 200, body: { active: true } });
    expect((await browser.call(calls.user.info, {})).error_code).toBe(10102);
    expect((await entriesOf(userName)).map(({ action }) => action)).toEqual([
      'adminUser.createUser',
      'adminUser.disableAccount',
      'adminUser.enableAccount',
    ]);
  });

  it('stays disabled if an administrator has disabled the account', async () => {
    const { id, userName } = await create();
    const { uid } = await accountOf(userName);
    await admin.client.callOk(calls.adminUser.disableUser, { uid, is_disabled: true });
    expect(await setActive(id, true)).toMatchObject({ status: 200, body: { active: false } });
    expect(await accountOf(userName)).toMatchObject({ is_disabled: true });
  });

  it('is disabled and unlinked by DELETE; the account and its items stay', async () => {
    const { id, userName } = await create();
    const before = await accountOf(userName);
    const browser = await logIn(site, before.uid);
    const made = await browser.callOk(calls.item.add, { item_name: 'Kept', item_type: 1 });
    expect((await client.send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await client.send('GET', `/Users/${id}`)).status).toBe(404);
    expect((await client.send('DELETE', `/Users/${id}`)).status).toBe(404);
    expect(await accountOf(userName)).toEqual({ ...before, is_disabled: true });
    expect((await browser.call(calls.user.info, {})).error_code).toBe(10102);
    const links = await site.database.query('select from outside_login where uid = $1', [
      before.uid,
    ]);
    expect(links).toEqual([]);
    const items = await site.database.query('select from item where item_id = $1 and uid = $2', [
      made.item_id,
      before.uid,
    ]);
    expect(items).toHaveLength(1);
    expect((await entriesOf(userName)).map(({ action }) => action)).toEqual([
      'adminUser.createUser',
      'adminUser.disableAccount',
      'adminUser.unlinkIdentity',
    ]);
  });

  it('loses access tokens too', async () => {
    const { id, userName } = await create();
    const { uid } = await accountOf(userName);
    const { token } = await makeAccessToken(site, uid, { scopes: ['read'] });
    const script = makeScript(site, token);
    expect((await script.call(calls.item.myList, {})).error_code).toBe(0);
    expect((await client.send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await script.call(calls.item.myList, {})).error_code).toBe(10650);
  });

  it('and added to groups at the same time leaves no request without an answer', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => create()));
    const group = await client.expectStatus(201, 'POST', '/Groups', {
      displayName: uniqueName('g'),
      members: people.map(({ id }) => ({ value: id })),
    });
    const path = `/Groups/${String(group['id'])}`;
    const answers = await Promise.all(
      people.flatMap(({ id }) => [
        client.send('PATCH', path, patch({ op: 'add', path: 'members', value: [{ value: id }] })),
        client.send('DELETE', `/Users/${id}`),
        client.send('PATCH', path, patch({ op: 'remove', path: `members[value eq "${id}"]` })),
      ]),
    );
    // A member who has just been deleted is not known.
    expect(answers.filter(({ status }) => ![204, 400, 409].includes(status))).toEqual([]);
    expect((await client.send('GET', path)).body).toMatchObject({ members: [] });
  });

  it('can be created disabled', async () => {
    const { userName, body } = await create(uniqueName('late'), { active: false });
    expect(body).toMatchObject({ active: false });
    expect(await accountOf(userName)).toMatchObject({ is_disabled: true });
  });
});

describe('an administrator', () => {
  const allRejections = async () => (await admin.client.callOk(loadConfig, {})).rejections;
  const externalId = (value: string) => patch({ op: 'replace', path: 'externalId', value });

  it('is not changed, disabled or unlinked by SCIM, and the console names the requests', async () => {
    const { id, userName } = await create();
    const { uid } = await accountOf(userName);
    await admin.client.callOk(calls.adminUser.setRole, { uid, groupid: 1 });
    const before = await accountOf(userName);
    const changes = [
      { op: 'replace', path: 'active', value: false },
      { op: 'replace', path: 'externalId', value: 'another login' },
      { op: 'replace', path: 'emails', value: [{ value: 'other@harbor.test' }] },
      { op: 'replace', path: 'displayName', value: 'Other' },
    ];
    for (const change of changes) {
      const answer = await client.send('PATCH', `/Users/${id}`, patch(change));
      expect(answer).toMatchObject({ status: 403, body: { status: '403' } });
    }
    const put = await client.send('PUT', `/Users/${id}`, scimUser(userName, { title: 'Other' }));
    expect(put.status).toBe(403);
    expect((await client.send('DELETE', `/Users/${id}`)).status).toBe(403);
    expect(await accountOf(userName)).toEqual(before);
    expect((await client.send('GET', `/Users/${id}`)).body).toMatchObject({ active: true });
    expect(await allRejections()).toContainEqual(
      expect.objectContaining({ uid, reason: 'administrator', user_name: userName }),
    );
    // Without the role the next request succeeds.
    await admin.client.callOk(calls.adminUser.setRole, { uid, groupid: 2 });
    expect((await setActive(id, false)).status).toBe(200);
    expect((await allRejections()).filter((each) => each.uid === uid)).toEqual([]);
  });

  it('is not linked by username or mail, and a link cannot be allowed', async () => {
    const email = `${uniqueName('boss')}@harbor.test`;
    const boss = await makeLoggedInUser(site, { admin: true, email });
    for (const body of [
      scimUser(boss.username),
      scimUser(uniqueName('m'), { emails: [{ value: email }] }),
    ])
      expect(await client.send('POST', '/Users', body)).toMatchObject({
        status: 403,
        body: { status: '403' },
      });
    const own = (await allRejections()).filter(({ uid }) => uid === boss.uid);
    expect(own.map(({ reason }) => reason)).toEqual(['administrator']);
    for (const reason of ['usernameTaken', 'emailTaken'] as const) {
      const answer = await admin.client.call(allowLink, {
        uid: boss.uid,
        reason,
        is_allowed: true,
        password: PASSWORD,
      });
      expect(answer.error_code).not.toBe(0);
    }
  });

  it('is not linked by a permission of before', async () => {
    const local = await makeUser(site);
    const body = scimUser(local.username);
    expect((await client.send('POST', '/Users', body)).status).toBe(409);
    await admin.client.callOk(allowLink, {
      uid: local.uid,
      reason: 'usernameTaken',
      is_allowed: true,
      password: PASSWORD,
    });
    await admin.client.callOk(calls.adminUser.setRole, { uid: local.uid, groupid: 1 });
    expect((await client.send('POST', '/Users', body)).status).toBe(403);
  });

  it('keeps the login: SCIM neither links the account of a login nor gives it another one', async () => {
    await admin.client.callOk(saveConfig, { scim_form: { login: 'ldap', subject: 'externalId' } });
    const boss = await makeLoggedInUser(site, { admin: true });
    const subject = randomUUID();
    await site.database.query(
      `insert into outside_login (kind, outside_id, uid) values ('ldap', $1, $2)`,
      [subject, boss.uid],
    );
    const byLogin = scimUser(uniqueName('same'), { externalId: subject });
    expect((await client.send('POST', '/Users', byLogin)).status).toBe(403);
    const logins = () =>
      site.database.query('select kind, outside_id from outside_login where uid = $1', [boss.uid]);
    expect(await logins()).toEqual([{ kind: 'ldap', outside_id: subject }]);

    await admin.client.callOk(saveConfig, { scim_form: { login: 'none' } });
    const { userName, id } = await create();
    const { uid } = await accountOf(userName);
    await client.expectStatus(200, 'PATCH', `/Users/${id}`, externalId(randomUUID()));
    await admin.client.callOk(calls.adminUser.setRole, { uid, groupid: 1 });
    await admin.client.callOk(saveConfig, { scim_form: { login: 'ldap' } });
    const kinds = await site.database.query('select kind from outside_login where uid = $1', [uid]);
    expect(kinds).toEqual([{ kind: 'scim' }]);
    await admin.client.callOk(saveConfig, { scim_form: { login: 'none' } });
  });
});

describe('a merge of accounts', () => {
  it('keeps one SCIM user', async () => {
    const [from, to] = [await create(), await create()];
    const { uid } = await accountOf(from.userName);
    await admin.client.callOk(calls.adminUser.mergeUser, {
      uid,
      to_username: to.userName,
      password: PASSWORD,
    });
    expect((await client.send('GET', `/Users/${from.id}`)).status).toBe(404);
    expect((await client.send('GET', `/Users/${to.id}`)).status).toBe(200);
    const local = await makeUser(site);
    const { uid: toUid } = await accountOf(to.userName);
    await admin.client.callOk(calls.adminUser.mergeUser, {
      uid: toUid,
      to_username: local.username,
      password: PASSWORD,
    });
    expect((await setActive(to.id, false)).status).toBe(200);
    expect(await accountOf(local.username)).toMatchObject({ is_disabled: true });
  });
});

describe('a local account', () => {
  it('with the username is not taken over; an administrator allows the link', async () => {
    const local = await makeUser(site, { username: uniqueName('local') });
    const body = scimUser(local.username.toUpperCase());
    const before = await accountOf(local.username);
    const refused = await client.send('POST', '/Users', body);
    expect(refused).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
    expect(refused.body['detail']).toContain('An administrator can allow the link in the console');
    expect(await accountOf(local.username)).toEqual(before);
    const { rejections } = await admin.client.callOk(loadConfig, {});
    expect(rejections[0]).toMatchObject({
      uid: local.uid,
      username: local.username,
      reason: 'usernameTaken',
      user_name: local.username.toUpperCase(),
      is_allowed: 0,
    });
    await admin.client.callOk(allowLink, {
      uid: local.uid,
      reason: 'usernameTaken',
      is_allowed: true,
      password: PASSWORD,
    });
    // The permission is for this user of the provider only.
    const other = scimUser(uniqueName('other'), {
      emails: [{ value: `${local.username}@harbor.test` }],
      userName: local.username,
    });
    expect((await client.send('POST', '/Users', other)).status).toBe(409);
    await admin.client.callOk(allowLink, {
      uid: local.uid,
      reason: 'usernameTaken',
      is_allowed: true,
      password: PASSWORD,
    });
    const linked = await client.send('POST', '/Users', other);
    expect(linked.status).toBe(201);
    expect(await accountOf(local.username)).toMatchObject({
      uid: local.uid,
      name: other['displayName'],
      local_access: true,
      password_hash: before.password_hash,
    });
    const left = (await admin.client.callOk(loadConfig, {})).rejections;
    expect(left.filter(({ uid }) => uid === local.uid)).toEqual([]);
    expect((await entriesOf(local.username)).map(({ action }) => action)).toEqual([
      'adminScim.allowLink',
      'adminScim.allowLink',
      'adminUser.linkIdentity',
      'adminUser.updateUser',
    ]);
  });

  it('with the verified mail is not taken over, neither by userName nor by mail', async () => {
    const email = `${uniqueName('verified')}@harbor.test`;
    const local = await makeUser(site, { email });
    for (const body of [
      scimUser(email),
      scimUser(uniqueName('m'), { emails: [{ value: email }] }),
    ]) {
      expect(await client.send('POST', '/Users', body)).toMatchObject({
        status: 409,
        body: { scimType: 'uniqueness' },
      });
    }
    const { id } = await create();
    const change = patch({
      op: 'replace',
      path: 'emails',
      value: [{ value: email.toUpperCase() }],
    });
    expect((await client.send('PATCH', `/Users/${id}`, change)).status).toBe(409);
    const { rejections } = await admin.client.callOk(loadConfig, {});
    expect(rejections).toContainEqual(
      expect.objectContaining({ uid: local.uid, reason: 'emailTaken' }),
    );
  });

  it('is linked by a permission for 30 days only', async () => {
    const local = await makeUser(site);
    const body = scimUser(local.username);
    expect((await client.send('POST', '/Users', body)).status).toBe(409);
    const permission = { uid: local.uid, reason: 'usernameTaken', password: PASSWORD } as const;
    await admin.client.callOk(allowLink, { ...permission, is_allowed: true });
    await site.database.query(
      `update scim_rejection set addtime = now() - interval '31 days' where uid = $1`,
      [local.uid],
    );
    const { rejections } = await admin.client.callOk(loadConfig, {});
    expect(rejections.filter(({ uid }) => uid === local.uid)).toEqual([]);
    expect((await client.send('POST', '/Users', body)).status).toBe(409);
    expect((await client.send('POST', '/Users', body)).status).toBe(409);
  });

  it('with an unverified mail blocks no user', async () => {
    const email = `${uniqueName('typed')}@harbor.test`;
    const local = await makeUser(site);
    await site.database.query('update "user" set email = $1 where uid = $2', [email, local.uid]);
    const { userName } = await create(uniqueName('free'), { emails: [{ value: email }] });
    expect(await accountOf(userName)).toMatchObject({ email });
  });

  it('that an administrator has disabled is enabled with the link', async () => {
    const local = await makeUser(site);
    await admin.client.callOk(calls.adminUser.disableUser, { uid: local.uid, is_disabled: true });
    const body = scimUser(local.username);
    expect((await client.send('POST', '/Users', body)).status).toBe(409);
    await admin.client.callOk(allowLink, {
      uid: local.uid,
      reason: 'usernameTaken',
      is_allowed: true,
      password: PASSWORD,
    });
    expect(await client.send('POST', '/Users', body)).toMatchObject({
      status: 201,
      body: { active: true },
    });
  });
});

describe('the login provider of the settings', () => {
  const setLogin = (login: 'none' | 'ldap' | 'oauth2', subject = 'externalId') =>
    admin.client.callOk(saveConfig, {
      scim_form: { login, subject: subject as 'externalId' },
    });
  const currentUser = async (visitor: ReturnType<typeof makeVisitor>) =>
    (await visitor.call(calls.user.info, {})).data;
  afterAll(() => setLogin('none'));

  it('OpenID Connect: a login reaches the account that was provisioned, and the other way round', async () => {
    const provider = await startOidcProvider('http://octavo.test/api/ExtLogin/oauth2');
    const { oauth2_form } = siteSettings.parse({});
    await admin.client.callOk(calls.adminSetting.saveOauth2Config, {
      oauth2_open: 1,
      oauth2_form: { ...oauth2_form, ...provider.form },
    });
    await setLogin('oauth2');
    const logInAtProvider = async (name: string) => {
      const browser = makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
      const go = (query: Record<string, string>, from: string) =>
        browser.request({
          method: 'GET',
          url: calls.extLogin.oauth2.path,
          query,
          headers: { 'sec-fetch-site': from, origin: undefined },
        });
      const begun = await go({}, 'same-origin');
      const back = await signInAtProvider(String(begun.headers['location']), { login: name });
      await go(Object.fromEntries(back.searchParams), 'cross-site');
      return browser;
    };
    // First provisioned, then logged in, under another name at the provider.
    const userName = uniqueName('ana');
    const sub = randomUUID();
    const { body, id } = await create(userName, { externalId: sub });
    provider.add({ sub, username: `${userName}-there`, name: 'Ana' });
    const browser = await logInAtProvider(`${userName}-there`);
    expect(await currentUser(browser)).toMatchObject({ username: userName });
    expect(body).toMatchObject({ externalId: sub });

    // First logged in, then provisioned.
    const early = { sub: randomUUID(), username: uniqueName('early'), name: 'Early' };
    provider.add(early);
    const earlier = await currentUser(await logInAtProvider(early.username));
    const before = await countAccounts();
    const linked = await create(early.username, { externalId: early.sub });
    expect(await countAccounts()).toBe(before);
    const [row] = await site.database.query<{ uid: number }>(
      `select uid::int from outside_login where kind = 'scim' and outside_id = $1`,
      [linked.id],
    );
    expect(row?.uid).toBe(earlier?.uid);
    // No other user gets the account by the same id.
    const twin = await client.send(
      'POST',
      '/Users',
      scimUser(uniqueName('twin'), { externalId: early.sub }),
    );
    expect(twin).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });

    // Another id at the provider is another login: the sessions end.
    const next = randomUUID();
    await client.expectStatus(
      200,
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'replace', path: 'externalId', value: next }),
    );
    expect(await currentUser(browser)).toBeNull();
    provider.add({ sub: next, username: `${userName}-next`, name: 'Ana' });
    expect(await currentUser(await logInAtProvider(`${userName}-next`))).toMatchObject({
      username: userName,
    });

    // A deleted user cannot log in: the identity is gone, and the account is disabled.
    await client.expectStatus(204, 'DELETE', `/Users/${id}`);
    expect(await currentUser(await logInAtProvider(`${userName}-next`))).not.toMatchObject({
      username: userName,
    });
    await provider.close();
  });

  it('LDAP: a person whom a sync has disabled is enabled by SCIM, one whom an administrator has disabled is not', async () => {
    await enableLdapLogin(site);
    await setLogin('ldap');
    const provision = async (active: boolean, disabledBySync: boolean) => {
      const { uid, username } = await makeUser(site);
      const externalId = randomUUID();
      await site.database.query(
        `with disabled as (
           update "user" set disabled_time = now() where uid = $1 returning disabled_time
         )
         insert into outside_login (kind, outside_id, uid, sync_disabled_time)
         select 'ldap', $2, $1, case when $3 then disabled_time end from disabled`,
        [uid, externalId, disabledBySync],
      );
      const { id, body } = await create(username, { externalId, active });
      expect(await accountOf(username)).toMatchObject({ uid });
      return { id, username, isActive: body['active'] };
    };
    expect((await provision(true, true)).isActive).toBe(true);
    const later = await provision(false, true);
    expect(later.isActive).toBe(false);
    expect((await setActive(later.id, true)).body).toMatchObject({ active: true });
    expect(await accountOf(later.username)).toMatchObject({ is_disabled: false });
    const byHand = await provision(true, false);
    expect(byHand.isActive).toBe(false);
    expect((await setActive(byHand.id, true)).body).toMatchObject({ active: false });
  });

  it('LDAP: people who were provisioned before are linked when the provider is named', async () => {
    await enableLdapLogin(site);
    await createTestOu();
    await setLogin('none');
    const userName = uniqueName('crew');
    const password = 'quiet boats 7';
    const entryUUID = await withLdapClient(async (ldap, base) => {
      const dn = `cn=${userName},${base}`;
      await ldap.add(dn, {
        objectClass: ['inetOrgPerson'],
        sn: userName,
        uid: userName,
        userPassword: password,
      });
      const { searchEntries } = await ldap.search(dn, { attributes: ['entryUUID'] });
      return String(searchEntries[0]?.['entryUUID']);
    });
    await create(userName, {
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { employeeNumber: entryUUID },
    });
    const credentials = { username: userName, password };
    const visitor = makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
    expect((await visitor.call(calls.user.login, credentials)).error_code).toBe(10621);
    await setLogin('ldap', 'employeeNumber');
    await visitor.callOk(calls.user.login, credentials);
    const { uid } = await accountOf(userName);
    expect(await currentUser(visitor)).toMatchObject({ uid, username: userName });
  });
});
