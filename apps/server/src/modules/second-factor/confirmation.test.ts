import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTokenClient } from '../../../tests/helpers/access-tokens.ts';
import { addPasskey, confirmationOf } from '../../../tests/helpers/authenticator.ts';
import {
  confirmSessions,
  logIn,
  makeLoggedInUser,
  makeUser,
  makeVisitor,
  PASSWORD,
  uniqueAddress,
  uniqueName,
} from '../../../tests/helpers/factories.ts';
import { makeItem } from '../../../tests/helpers/item-factories.ts';
import { addSecondFactor, totpCode } from '../../../tests/helpers/second-factor.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { externalIdentityRepository } from '../ext-login/external-identity.repository.ts';

const [CONFIRM, NEEDED, FRESH_LOGIN, WRONG_PASSWORD, WRONG_CODE] = [
  10665, 10660, 10628, 10208, 10662,
];
const [UNKNOWN, EXPIRED, OWN_PASSWORD] = [10666, 10669, 10688];

/** The commands of the console that need no confirmation, by the reason. */
const UNCONFIRMED = {
  'takes access away': [
    'adminScim.revokeToken',
    'adminUser.revokeDevices',
    'adminUser.revokeInvitation',
    'adminUser.revokeTokens',
  ],
  'lets people in, but not as administrators': [
    'adminUser.createInviteLink',
    'adminUser.invite',
    'adminUser.resendInvitation',
    'adminUserImport.invite',
  ],
  'applies confirmed settings': ['adminDirectory.start'],
  'changes no account before another command': [
    'adminUserImport.plan',
    'adminUserImport.setColumns',
  ],
  'reads only': ['adminUser.export'],
  'concerns content and the running of the site': [
    'adminItem.recoverItem',
    'adminNotice.announce',
    'adminNotice.delete',
    'adminSetting.uploadLogo',
    'adminSystem.discardJobs',
    'adminSystem.retryJobs',
    'adminUpdate.download',
    'adminUpdate.updateFiles',
    'attachment.deleteAttachment',
  ],
};

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ TRUST_PROXY: '1', ROLES: 'web' });
});
afterAll(() => site.close());

const newUser = (options = {}) =>
  makeLoggedInUser(site, options, { 'x-forwarded-for': uniqueAddress() });

async function newOwner() {
  const owner = await newUser();
  const makeItems = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeItem(site, { owner })));
  return { ...owner, makeItems };
}

const token = {
  name: 'Build server',
  scopes: ['read' as const],
  item_ids: 'all' as const,
  days: 1,
};

/** The account has no password here: it logs in at the OAuth2 provider. */
async function useProvider(uid: number) {
  await site.database.query(
    'update "user" set local_access = false, password_hash = null where uid = $1',
    [uid],
  );
  await externalIdentityRepository(site.deps.db).insert('oauth2', uniqueName('id'), uid);
}

describe('a dangerous action', () => {
  it('asks for a confirmation and names the ways', async () => {
    const { client, uid, makeItems } = await newOwner();
    const [item_id = 0] = await makeItems(1);
    expect(await client.call(calls.item.delete, { item_id })).toMatchObject({
      error_code: CONFIRM,
      data: { methods: ['password'], minutes: 15 },
    });
    await addSecondFactor(site, uid);
    await addPasskey(site, uid);
    expect((await client.call(calls.item.delete, { item_id })).data).toEqual({
      methods: ['passkey', 'code', 'password'],
      minutes: 15,
    });
    const { client: stranger } = await newUser();
    const refused = await stranger.call(calls.item.delete, { item_id });
    expect(refused.error_code).not.toBe(CONFIRM);
  });

  it('accepts the password, a code, a recovery code, or a passkey', async () => {
    const { client, uid, makeItems } = await newOwner();
    const { secret, recoveryCodes } = await addSecondFactor(site, uid);
    const device = await addPasskey(site, uid);
    const items = await makeItems(4);
    const ways = [
      { password: PASSWORD },
      { factor_code: totpCode(site, secret) },
      { factor_code: recoveryCodes[0] ?? '' },
      { passkey: await confirmationOf(client, device) },
    ];
    for (const [at, way] of ways.entries()) {
      await site.database.query('update device set confirmed_time = null where uid = $1', [uid]);
      await client.callOk(calls.item.delete, { item_id: items[at] ?? 0, ...way });
    }
    expect(await client.callOk(calls.item.myList, {})).toEqual([]);
  });

  it('rejects a wrong password, a wrong code, and a passkey of another user or of another session', async () => {
    const { client, uid, makeItems } = await newOwner();
    await addSecondFactor(site, uid);
    const device = await addPasskey(site, uid);
    const [item_id = 0] = await makeItems(1);
    const attempt = async (input: object) =>
      (await client.call(calls.item.delete, { item_id, ...input })).error_code;
    expect(await attempt({ password: 'wrong password' })).toBe(WRONG_PASSWORD);
    expect(await attempt({ factor_code: '000000' })).toBe(WRONG_CODE);
    const other = await newUser();
    const foreign = await addPasskey(site, other.uid);
    expect(await attempt({ passkey: await confirmationOf(client, foreign) })).toBe(UNKNOWN);
    const session = await logIn(site, uid);
    const passkey = await confirmationOf(session, device);
    client.cookies.set('octavo-passkey', session.cookies.get('octavo-passkey') ?? '');
    expect(await attempt({ passkey })).toBe(EXPIRED);
    expect(await attempt({})).toBe(CONFIRM);
  });

  it('accepts one response of a passkey once in 50 requests', async () => {
    const { client, uid } = await newOwner();
    const device = await addPasskey(site, uid);
    const passkey = await confirmationOf(client, device);
    const cookies = [...client.cookies];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        const same = makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
        for (const [name, value] of cookies) same.cookies.set(name, value);
        return same.call(calls.accessToken.create, { ...token, name: `Token ${at}`, passkey });
      }),
    );
    expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
    const tokens = await site.database.query('select from access_token where uid = $1', [uid]);
    expect(tokens).toHaveLength(1);
  });

  it('asks once for several in a row: in this session, for a quarter of an hour', async () => {
    const { client, uid, makeItems } = await newOwner();
    const [first = 0, second = 0, third = 0] = await makeItems(3);
    await client.callOk(calls.item.delete, { item_id: first, password: PASSWORD });
    await client.callOk(calls.item.delete, { item_id: second });
    const other = await logIn(site, uid);
    expect((await other.call(calls.item.delete, { item_id: third })).error_code).toBe(CONFIRM);
    const expire = `update device set confirmed_time = now() - interval '901 seconds' where uid = $1`;
    await site.database.query(expire, [uid]);
    expect((await client.call(calls.item.delete, { item_id: third })).error_code).toBe(CONFIRM);
  });

  it('is not confirmed by a login, nor by a wrong password', async () => {
    const { username } = await makeUser(site);
    const client = makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
    await client.callOk(calls.user.login, { username, password: PASSWORD });
    const { item_id } = await client.callOk(calls.item.add, { item_name: 'Harbor', item_type: 1 });
    const wrong = { item_id, password: 'wrong password' };
    expect((await client.call(calls.item.delete, wrong)).error_code).toBe(WRONG_PASSWORD);
    expect((await client.call(calls.item.delete, { item_id })).error_code).toBe(CONFIRM);
  });

  it('that gives lasting access asks each time', async () => {
    const { client, uid } = await newUser();
    await confirmSessions(site, uid);
    const email = `${uniqueName('mail')}@harbor.test`;
    const refused = [
      await client.call(calls.accessToken.create, token),
      await client.call(calls.user.updateEmail, { email }),
      await client.call(calls.extLogin.linkOauth2, {}),
      await client.call(calls.extLogin.unlinkLdap, {}),
      await client.call(calls.secondFactor.startTotp, {}),
      await client.call(calls.passkey.startCreate, {}),
    ];
    expect(refused.map(({ error_code }) => error_code)).toEqual(refused.map(() => CONFIRM));
    await client.callOk(calls.accessToken.create, { ...token, password: PASSWORD });
  });

  it('of an administrator that sets a password asks for the own one in a field of its own', async () => {
    const { client, uid } = await newUser({ admin: true });
    await site.database.query('update device set confirmed_time = null where uid = $1', [uid]);
    const other = await makeUser(site);
    const next = 'another horse 8 battery';
    const change = { uid: other.uid, password: next };
    // The new password confirms nothing, also if it is the right one of the administrator.
    for (const password of [next, PASSWORD])
      expect((await client.call(calls.adminUser.addUser, { ...change, password })).error_code).toBe(
        CONFIRM,
      );
    const wrong = { ...change, own_password: next };
    expect((await client.call(calls.adminUser.addUser, wrong)).error_code).toBe(WRONG_PASSWORD);
    await client.callOk(calls.adminUser.addUser, { ...change, own_password: PASSWORD });
    const login = { username: other.username, password: next };
    await makeVisitor(site).callOk(calls.user.login, login);
    const own = await client.call(calls.adminUser.addUser, { uid, password: next });
    expect(own.error_code).toBe(OWN_PASSWORD);
  });

  it('of the console is declared, but for the reviewed commands', () => {
    const open = Object.entries(calls).flatMap(([noun, verbs]) =>
      Object.entries<Call>(verbs)
        .filter(
          ([, { access, kind, reauth }]) => access.who === 'admin' && kind === 'command' && !reauth,
        )
        .map(([verb]) => `${noun}.${verb}`),
    );
    expect(open.toSorted()).toEqual(Object.values(UNCONFIRMED).flat().toSorted());
  });

  it('of the second factors themselves is not confirmed by the password', async () => {
    const { client, uid } = await newUser({ admin: true });
    await addSecondFactor(site, uid);
    const other = await makeUser(site);
    const password = { password: PASSWORD };
    for (const answer of [
      await client.call(calls.secondFactor.createRecoveryCodes, password),
      await client.call(calls.passkey.startCreate, password),
      await client.call(calls.adminSecurity.removeSecondFactors, { uid: other.uid, ...password }),
    ])
      expect(answer).toMatchObject({ error_code: NEEDED, data: { methods: ['code'], minutes: 0 } });
  });

  it('of the password itself is confirmed by the password alone', async () => {
    const { client, uid } = await newUser();
    const { secret } = await addSecondFactor(site, uid);
    const change = { new_password: 'another horse 8 battery' };
    const factor_code = totpCode(site, secret);
    const code = await client.call(calls.user.resetPassword, {
      ...change,
      factor_code,
      password: '',
    } as never);
    expect(code).toMatchObject({ error_code: CONFIRM, data: { methods: ['password'] } });
    await client.callOk(calls.user.resetPassword, { ...change, password: PASSWORD });
  });
});

describe('an account without a password', () => {
  it('confirms with a fresh login at the provider, or with its second factor', async () => {
    const { client, uid, makeItems } = await newOwner();
    await useProvider(uid);
    const [first = 0, second = 0] = await makeItems(2);
    const refused = await client.call(calls.item.delete, { item_id: first });
    expect(refused).toMatchObject({ error_code: FRESH_LOGIN, data: { methods: ['login'] } });
    await site.database.query('update device set proved_time = now() where uid = $1', [uid]);
    await client.callOk(calls.item.delete, { item_id: first });
    // With a second factor the first step alone is not enough any more.
    const { secret } = await addSecondFactor(site, uid);
    expect(await client.call(calls.item.delete, { item_id: second })).toMatchObject({
      error_code: NEEDED,
      data: { methods: ['code'] },
    });
    await client.callOk(calls.item.delete, {
      item_id: second,
      factor_code: totpCode(site, secret),
    });
  });
});

describe('administration', () => {
  it('asks before roles, accounts, items and security settings are changed', async () => {
    const admin = await makeUser(site, { admin: true });
    const client = await logIn(site, admin.uid, { 'x-forwarded-for': uniqueAddress() });
    const user = await newUser();
    const item_id = await makeItem(site, { owner: user });
    const { uid } = user;
    const dangerous: readonly (readonly [Call, object])[] = [
      [calls.adminUser.setRole, { uid, groupid: 1 }],
      [calls.adminUser.changeUsers, { uids: [uid], action: 'makeAdministrator' }],
      [calls.adminUser.deleteUser, { uid }],
      [calls.adminUser.mergeUser, { uid, to_username: admin.username }],
      [calls.adminUser.setLocalAccess, { uid, local_access: 0 }],
      [calls.adminUser.linkIdentity, { uid, kind: 'oauth2', identity: 'x' }],
      [calls.adminUser.unlinkIdentity, { uid, kind: 'oauth2' }],
      [calls.adminItem.deleteItem, { item_id }],
      [calls.adminItem.attorn, { item_id, username: admin.username }],
      [calls.adminSecurity.save, { second_factor_for: 'none' }],
      [calls.adminSecurity.removeSecondFactors, { uid }],
    ];
    for (const [call, input] of dangerous) {
      const { error_code } = await client.call(call, input as never);
      expect([call.path, error_code]).toEqual([call.path, CONFIRM]);
    }
    await client.callOk(calls.adminUser.setRole, { uid, groupid: 3, password: PASSWORD });
    await client.callOk(calls.adminUser.setRole, { uid, groupid: 2 });
  });

  it('stores nothing of the confirmation with the settings', async () => {
    const admin = await makeUser(site, { admin: true });
    const client = await logIn(site, admin.uid, { 'x-forwarded-for': uniqueAddress() });
    const save = calls.adminSecurity.save;
    await client.callOk(save, { second_factor_days: 30, password: PASSWORD });
    expect(await client.callOk(calls.adminSecurity.load, {})).toMatchObject({
      second_factor_days: 30,
    });
    const other = calls.adminSetting.saveConfig;
    await client.callOk(other, { footer_line: 'Harbor', password: PASSWORD });
    expect((await client.call(other, { password: PASSWORD })).error_code).toBe(10101);
    const stored = await site.database.query('select name, value::text from setting');
    expect(JSON.stringify(stored)).not.toContain(PASSWORD);
    expect((await client.call(save, { password: PASSWORD })).error_code).toBe(10101);
  });

  it('does not ask a script, which shows its token with each request', async () => {
    const admin = await makeUser(site, { admin: true });
    const { uid } = await makeUser(site);
    const script = await makeTokenClient(site, admin.uid, { scopes: ['admin'] });
    await script.callOk(calls.adminUser.setRole, { uid, groupid: 3 });
    const browser = makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
    const { user_token = '' } = await browser.callOk(calls.user.login, {
      username: admin.username,
      password: PASSWORD,
      with_token: 1,
    });
    const withToken = makeVisitor(site, { authorization: `Bearer ${user_token}` });
    await withToken.callOk(calls.adminUser.setRole, { uid, groupid: 2 });
    // The cookie of a browser does not become the token of a script by being sent as one.
    const cookie = browser.cookies.get('octavo') ?? '';
    const thief = makeVisitor(site, { authorization: `Bearer ${cookie}` });
    const answer = await thief.call(calls.adminUser.setRole, { uid, groupid: 1 });
    expect(answer.error_code).toBe(CONFIRM);
    // A call without a scope asks scripts too.
    const save = await withToken.call(calls.adminSecurity.save, { second_factor_for: 'none' });
    expect(save.error_code).toBe(CONFIRM);
  });
});
