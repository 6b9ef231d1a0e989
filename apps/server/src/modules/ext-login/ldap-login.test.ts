import { calls } from '@octavo/contract';
import type { CallInput } from '@octavo/contract/define-call';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addLdapEntry,
  ldapCaCertificate,
  ldapSettings,
  createTestOu,
  withLdapClient,
  ldapsPort,
} from '../../../tests/helpers/ldap-directory.ts';
import {
  uniqueAddress,
  makeLoggedInUser,
  makeUser,
  PASSWORD,
  uniqueName,
  makeVisitor,
} from '../../../tests/helpers/factories.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';

const { saveLdapConfig, loadLdapConfig, testLdap } = calls.adminSetting;
const LDAP_PASSWORD = 'lighthouse lamp 9';

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  await createTestOu();
  site = await openTestSite({ ROLES: 'web', TRUST_PROXY: '1' });
  admin = await makeLoggedInUser(site, { admin: true });
});
afterAll(() => site.close());

const saveLdapForm = (change: object = {}) =>
  admin.client.callOk(saveLdapConfig, {
    ldap_open: 1,
    ldap_form: { ...ldapSettings(), ...change },
  });
beforeEach(() => saveLdapForm());

/** Uses a new address each time, so that failures do not trigger a captcha. */
const logIn = async (username: string, password: string) => {
  const client = makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
  return { client, answer: await client.call(calls.user.login, { username, password }) };
};
const codeOf = async (username: string, password: string) =>
  (await logIn(username, password)).answer.error_code;

async function addDirectoryUser(change: Partial<{ uid: string; cn: string }> = {}) {
  const uid = change.uid ?? uniqueName('ldap');
  await addLdapEntry({ uid, cn: change.cn ?? uid, password: LDAP_PASSWORD });
  return uid;
}

const accounts = async () => (await site.database.query('select from "user"')).length;

describe('users of an LDAP directory', () => {
  it('get an account at the first login with the right password only', async () => {
    const uid = uniqueName('ldap');
    await addDirectoryUser({ uid, cn: `王静 ${uid}` });
    const before = await accounts();
    expect(await codeOf(uid, 'wrong password')).toBe(10204);
    expect(await codeOf(uid, '')).toBe(10204);
    expect(await codeOf(uniqueName('unknown'), LDAP_PASSWORD)).toBe(10204);
    expect(await accounts()).toBe(before);

    const { client, answer } = await logIn(uid, LDAP_PASSWORD);
    expect(answer.data).toMatchObject({ username: uid, name: `王静 ${uid}`, groupid: 2 });
    await client.callOk(calls.user.info, {});
    expect(await codeOf(uid.toUpperCase(), LDAP_PASSWORD)).toBe(0);
    expect(await accounts()).toBe(before + 1);
    const rows = await site.database.query('select password_hash from "user" where username = $1', [
      uid,
    ]);
    expect(rows).toEqual([{ password_hash: null }]);
  });

  it('are identified by an id that survives a rename', async () => {
    const uid = await addDirectoryUser();
    const first = await logIn(uid, LDAP_PASSWORD);
    const renamed = uniqueName('married');
    await withLdapClient((client, base) => client.modifyDN(`cn=${uid},${base}`, `cn=${renamed}`));
    await withLdapClient(async (client, base) => {
      const { Attribute, Change } = await import('ldapts');
      const modification = new Attribute({ type: 'uid', values: [renamed] });
      await client.modify(
        `cn=${renamed},${base}`,
        new Change({ operation: 'replace', modification }),
      );
    });
    const again = await logIn(renamed, LDAP_PASSWORD);
    expect(again.answer.data?.uid).toBe(first.answer.data?.uid);
  });

  it('never take over a local account with the same username', async () => {
    const local = await makeUser(site, { admin: true, username: uniqueName('boss') });
    await addDirectoryUser({ uid: local.username });
    expect(await codeOf(local.username, LDAP_PASSWORD)).toBe(10621);
    expect(await codeOf(local.username, PASSWORD)).toBe(0);
    await addDirectoryUser({ uid: 'root', cn: uniqueName('root') });
    expect(await codeOf('root', LDAP_PASSWORD)).toBe(10610);
  });

  it.each(['*', '*)(uid=*', 'admin)(|(a=*', String.raw`\00`, 'x)(objectClass=*'])(
    'are not found by the filter pattern %s',
    async (username) => {
      await addDirectoryUser();
      const before = await accounts();
      expect(await codeOf(username, LDAP_PASSWORD)).toBe(10204);
      expect(await accounts()).toBe(before);
    },
  );

  it('are rejected when two entries share the username', async () => {
    const uid = uniqueName('twin');
    await addDirectoryUser({ uid, cn: `${uid} one` });
    await addDirectoryUser({ uid, cn: `${uid} two` });
    expect(await codeOf(uid, LDAP_PASSWORD)).toBe(10204);
  });

  it('confirm actions with the directory password and cannot set a local one', async () => {
    const uid = await addDirectoryUser();
    const { client } = await logIn(uid, LDAP_PASSWORD);
    const { item_id } = await client.callOk(calls.item.add, { item_name: 'Mine' });
    const archive = (password: string) => client.call(calls.item.archive, { item_id, password });
    expect((await archive('wrong password')).error_code).toBe(10208);
    expect((await archive(LDAP_PASSWORD)).error_code).toBe(0);
    const change = { password: LDAP_PASSWORD, new_password: 'another horse 8 battery' };
    expect((await client.call(calls.user.resetPassword, change)).error_code).toBe(10622);
  });

  it('cannot log in while the account is disabled or LDAP is switched off', async () => {
    const uid = await addDirectoryUser();
    const { answer } = await logIn(uid, LDAP_PASSWORD);
    const person = { uid: answer.data?.uid ?? 0 };
    await admin.client.callOk(calls.adminUser.disableUser, { ...person, is_disabled: 1 });
    expect(await codeOf(uid, LDAP_PASSWORD)).toBe(10634);
    await admin.client.callOk(calls.adminUser.disableUser, { ...person, is_disabled: 0 });
    await admin.client.callOk(saveLdapConfig, { ldap_open: 0 });
    expect(await codeOf(uid, LDAP_PASSWORD)).toBe(10204);
  });
});

/** The newest entries of the audit log with this action, once they are written. */
const lastEntry = async (action: string) =>
  (await admin.client.callOk(calls.audit.getList, { action, count: 1 })).list[0];

const removePerson = (cn: string) =>
  withLdapClient((client, base) => client.del(`cn=${cn},${base}`));

describe('an external login of a disabled account', () => {
  it('is recorded in the audit log with its kind', async () => {
    const uid = await addDirectoryUser();
    const { answer } = await logIn(uid, LDAP_PASSWORD);
    await admin.client.callOk(calls.adminUser.disableUser, {
      uid: answer.data?.uid ?? 0,
      is_disabled: 1,
    });
    expect(await codeOf(uid, LDAP_PASSWORD)).toBe(10634);
    await expect
      .poll(() => lastEntry('user.loginFailed'))
      .toMatchObject({ subject: uid, facts: { reason: 'disabled', kind: 'ldap' } });
  });
});

describe('linking a local account to the directory at the login', () => {
  const { pendingLink, confirmLink, loginMethods, linkLdap, unlinkLdap } = calls.extLogin;

  it('needs the local password of that account, once, in the browser that logged in', async () => {
    const local = await makeUser(site, { admin: true, username: uniqueName('boss') });
    await addDirectoryUser({ uid: local.username });
    const { client, answer } = await logIn(local.username, LDAP_PASSWORD);
    expect(answer.error_code).toBe(10621);
    await expect
      .poll(() => lastEntry('user.loginFailed'))
      .toMatchObject({
        subject: local.username,
        facts: {
          reason: 'notLinked',
          kind: 'ldap',
          external_id: expect.stringMatching(/^[\da-f-]{36}$/),
        },
      });
    expect(await client.callOk(pendingLink, {})).toEqual({
      kind: 'ldap',
      username: local.username,
      has_password: 1,
    });
    const stranger = makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
    for (const call of [pendingLink, confirmLink])
      expect((await stranger.call(call, { password: PASSWORD })).error_code).toBe(10626);
    expect((await client.call(confirmLink, { password: LDAP_PASSWORD })).error_code).toBe(10208);
    await expect
      .poll(() => lastEntry('user.loginFailed'))
      .toMatchObject({ subject: local.username, facts: { reason: 'password', kind: 'ldap' } });

    const kept = new Map(client.cookies);
    const account = await client.callOk(confirmLink, { password: PASSWORD });
    expect(account).toMatchObject({ uid: local.uid, groupid: 1 });
    await client.callOk(calls.user.info, {});
    expect(await lastEntry('user.linkIdentity')).toMatchObject({
      username: local.username,
      facts: { kind: 'ldap', external_username: local.username, was: { external_id: '' } },
    });
    expect((await logIn(local.username, LDAP_PASSWORD)).answer.data?.uid).toBe(local.uid);
    expect(await codeOf(local.username, PASSWORD)).toBe(0);
    const replay = makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });
    for (const [name, value] of kept) replay.cookies.set(name, value);
    expect((await replay.call(confirmLink, { password: PASSWORD })).error_code).toBe(10626);
  });

  it('lets a user log in again who was deleted from the directory and recreated', async () => {
    const uid = await addDirectoryUser();
    const { answer } = await logIn(uid, LDAP_PASSWORD);
    const account = answer.data?.uid ?? 0;
    await admin.client.callOk(calls.adminUser.setLocalAccess, { uid: account, local_access: 1 });
    await admin.client.callOk(calls.adminUser.addUser, { uid: account, password: PASSWORD });
    await removePerson(uid);
    await addDirectoryUser({ uid });
    const { client: earlier } = await logIn(uid, PASSWORD);
    const { client, answer: refused } = await logIn(uid, LDAP_PASSWORD);
    expect(refused.error_code).toBe(10621);
    await client.callOk(confirmLink, { password: PASSWORD });
    expect((await earlier.call(calls.user.info, {})).error_code).toBe(10102);
    expect((await client.call(calls.user.info, {})).error_code).toBe(0);
    expect((await logIn(uid, LDAP_PASSWORD)).answer.data?.uid).toBe(account);
    const { identities } = await client.callOk(loginMethods, {});
    expect(identities).toMatchObject([{ kind: 'ldap', external_username: uid }]);
    expect((await lastEntry('user.linkIdentity'))?.facts['was']).toMatchObject({
      external_id: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  it('expires, and is rejected for disabled accounts and for accounts without a password', async () => {
    const local = await makeUser(site);
    await addDirectoryUser({ uid: local.username });
    const { client } = await logIn(local.username, LDAP_PASSWORD);
    const disable = (is_disabled: 0 | 1) =>
      admin.client.callOk(calls.adminUser.disableUser, { uid: local.uid, is_disabled });
    await disable(1);
    const code = async (password: string) =>
      (await client.call(confirmLink, { password })).error_code;
    // Only a user with the right password learns that the account is disabled.
    expect(await code('wrong password')).toBe(10208);
    expect(await code(PASSWORD)).toBe(10634);
    await disable(0);
    site.advanceTime(601_000);
    expect(await code(PASSWORD)).toBe(10626);
    site.advanceTime(-601_000);
    await site.database.query('update "user" set password_hash = null where uid = $1', [local.uid]);
    expect(await client.callOk(pendingLink, {})).toMatchObject({ has_password: 0 });
    expect(await code(PASSWORD)).toBe(10621);
  });

  it('requires a verification code after five wrong passwords, as the login does', async () => {
    const local = await makeUser(site);
    await addDirectoryUser({ uid: local.username });
    const { client } = await logIn(local.username, LDAP_PASSWORD);
    const codes: number[] = [];
    for (let n = 0; n < 6; n += 1)
      codes.push((await client.call(confirmLink, { password: `guess ${n}` })).error_code);
    expect(codes).toEqual([10208, 10208, 10208, 10208, 10210, 10206]);
    expect((await client.call(confirmLink, { password: PASSWORD })).error_code).toBe(10206);
  });

  it('works in the settings with both passwords, and is undone only while another login method remains', async () => {
    const local = await makeLoggedInUser(site, {}, { 'x-forwarded-for': uniqueAddress() });
    const ldap_username = await addDirectoryUser();
    const code = async (input: CallInput<typeof linkLdap>) =>
      (await local.client.call(linkLdap, input)).error_code;
    const link = { ldap_username, ldap_password: LDAP_PASSWORD };
    expect(await code({ ...link, password: 'wrong password' })).toBe(10208);
    expect(await code({ ...link, ldap_password: 'wrong', password: PASSWORD })).toBe(10204);
    expect(await code({ ...link, password: PASSWORD })).toBe(0);
    expect(await local.client.callOk(loginMethods, {})).toMatchObject({
      has_password: 1,
      identities: [{ kind: 'ldap', external_username: ldap_username }],
      ldap_open: 1,
    });
    expect((await logIn(ldap_username, LDAP_PASSWORD)).answer.data?.uid).toBe(local.uid);
    const rival = await makeLoggedInUser(site, {}, { 'x-forwarded-for': uniqueAddress() });
    const taken = await rival.client.call(linkLdap, { ...link, password: PASSWORD });
    expect(taken.error_code).toBe(10627);

    // Another identity in its place ends the sessions that may have been started with the first one.
    const { client: elsewhere } = await logIn(ldap_username, LDAP_PASSWORD);
    const second = { ...link, ldap_username: await addDirectoryUser() };
    expect(await code({ ...second, password: PASSWORD })).toBe(0);
    expect((await elsewhere.call(calls.user.info, {})).error_code).toBe(10102);
    expect(await code({ ...link, password: PASSWORD })).toBe(0);

    // The directory confirms an account under the username that the user has there.
    await site.database.query('update "user" set password_hash = null where uid = $1', [local.uid]);
    const unlink = async (password: string) =>
      (await local.client.call(unlinkLdap, { password })).error_code;
    expect(await unlink(LDAP_PASSWORD)).toBe(10637);
    await admin.client.callOk(calls.adminUser.addUser, { uid: local.uid, password: PASSWORD });
    const { client } = await logIn(local.username, PASSWORD);
    const other = await logIn(local.username, PASSWORD);
    await client.callOk(unlinkLdap, { password: PASSWORD });
    expect((await other.client.call(calls.user.info, {})).error_code).toBe(10102);
    expect((await client.callOk(loginMethods, {})).identities).toEqual([]);
    expect(await lastEntry('user.unlinkIdentity')).toMatchObject({
      username: local.username,
      facts: { kind: 'ldap', external_id: '', was: { external_username: ldap_username } },
    });
  });
});

describe('linking by an administrator', () => {
  const { findIdentity, linkIdentity, unlinkIdentity, getLoginMethods } = calls.adminUser;

  it('finds a user in the directory, links, replaces and unlinks, and records each in the audit log', async () => {
    const local = await makeLoggedInUser(site);
    const first = await addDirectoryUser();
    const second = await addDirectoryUser();
    const find = (identity: string) => admin.client.call(findIdentity, { kind: 'ldap', identity });
    expect((await find('unknown-user')).error_code).toBe(10635);
    expect((await find('*')).error_code).toBe(10635);
    expect((await find(first)).data).toMatchObject({
      external_username: first,
      dn: `cn=${first},${ldapSettings().base_dn}`,
      linked_username: '',
    });
    const link = async (identity: string, replace = false) =>
      admin.client.call(linkIdentity, { uid: local.uid, kind: 'ldap', identity, replace });
    expect((await link(first)).error_code).toBe(0);
    expect((await find(first)).data?.linked_username).toBe(local.username);
    expect((await logIn(first, LDAP_PASSWORD)).answer.data?.uid).toBe(local.uid);
    expect((await link(second)).error_code).toBe(10636);
    await local.client.callOk(calls.user.info, {});
    expect((await link(second, true)).error_code).toBe(0);
    expect((await local.client.call(calls.user.info, {})).error_code).toBe(10102);
    expect((await logIn(second, LDAP_PASSWORD)).answer.data?.uid).toBe(local.uid);
    expect(await lastEntry('adminUser.linkIdentity')).toMatchObject({
      username: admin.username,
      subject: local.username,
      facts: { kind: 'ldap', external_username: second, was: { external_username: first } },
    });
    const rival = await makeUser(site);
    const taken = { uid: rival.uid, kind: 'ldap', identity: second } as const;
    expect((await admin.client.call(linkIdentity, taken)).error_code).toBe(10627);

    const { client } = await logIn(second, LDAP_PASSWORD);
    await admin.client.callOk(unlinkIdentity, { uid: local.uid, kind: 'ldap' });
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
    expect(await admin.client.callOk(getLoginMethods, { uid: local.uid })).toMatchObject({
      has_password: 1,
      identities: [],
    });
    expect(await lastEntry('adminUser.unlinkIdentity')).toMatchObject({
      subject: local.username,
      facts: { external_id: '', was: { external_username: second } },
    });
  });

  it('links an identity to one account only when many requests link it concurrently', async () => {
    const identity = await addDirectoryUser();
    const people = await Promise.all(Array.from({ length: 6 }, () => makeUser(site)));
    const codes = await Promise.all(
      people.map(async ({ uid }) => {
        const input = { uid, kind: 'ldap', identity } as const;
        return (await admin.client.call(linkIdentity, input)).error_code;
      }),
    );
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(codes.filter((code) => code === 10627)).toHaveLength(5);
    const one = await makeUser(site);
    const several = await Promise.all(Array.from({ length: 4 }, () => addDirectoryUser()));
    const answers = await Promise.all(
      several.map((each) =>
        admin.client.call(linkIdentity, { uid: one.uid, kind: 'ldap', identity: each }),
      ),
    );
    expect(answers.filter(({ error_code }) => error_code === 0)).toHaveLength(1);
    expect(answers.filter(({ error_code }) => error_code === 10636)).toHaveLength(3);
  });
});

describe('the connection to the directory', () => {
  it('is encrypted with a verified certificate, by StartTLS or TLS', async () => {
    const uid = await addDirectoryUser();
    const ca = ldapCaCertificate();
    await saveLdapForm({ security: 'starttls', ca });
    expect(await codeOf(uid, LDAP_PASSWORD)).toBe(0);
    await saveLdapForm({ security: 'tls', port: ldapsPort(), ca });
    expect(await codeOf(uid, LDAP_PASSWORD)).toBe(0);
    for (const change of [{ security: 'starttls' }, { security: 'tls', port: ldapsPort() }]) {
      await saveLdapForm(change);
      expect(await codeOf(uid, LDAP_PASSWORD)).toBe(10620);
    }
  });
});

describe('the LDAP settings', () => {
  it('never return the bind password and store it encrypted', async () => {
    const { bind_password } = ldapSettings();
    const answer = await admin.client.callOk(loadLdapConfig, {});
    expect(answer).toMatchObject({
      ldap_open: 1,
      ldap_form: { has_bind_password: 1, port: ldapSettings().port },
    });
    const rows = await site.database.query('select value::text from setting');
    for (const told of [answer, rows, site.logLines])
      expect(JSON.stringify(told)).not.toContain(bind_password);
    const uid = await addDirectoryUser();
    await saveLdapForm({ bind_password: '' });
    expect(await codeOf(uid, LDAP_PASSWORD)).toBe(0);
  });

  it('are tested step by step', async () => {
    const uid = await addDirectoryUser();
    const tried = async (
      change: object,
      login: object = { username: uid, password: LDAP_PASSWORD },
    ) => {
      const input = { ldap_form: { ...ldapSettings(), ...change }, ...login };
      const { steps, ...rest } = await admin.client.callOk(testLdap, input);
      const told = steps.map(({ step, state, fault }) => `${step} ${state}${fault && ` ${fault}`}`);
      return { ...rest, steps, told: told.join(', ') };
    };
    const { host, port, bind_dn, base_dn } = ldapSettings();
    const fine = await tried({});
    expect(fine.told).toBe(
      'reach fine, tls untried plain, bind fine, base fine, search fine, login fine',
    );
    expect(fine).toMatchObject({ username: uid, name: uid, instead: null });
    const [reached, , bound, base, found] = fine.steps;
    expect([reached?.found, bound?.found, base?.found, found?.found]).toEqual([
      `${host}:${port}`,
      bind_dn,
      base_dn,
      `cn=${uid},${base_dn}`,
    ]);
    const ca = ldapCaCertificate();
    for (const change of [{ security: 'starttls' }, { security: 'tls', port: ldapsPort() }]) {
      const encrypted = await tried({ ...change, ca });
      expect(encrypted.told).toBe(
        'reach fine, tls fine, bind fine, base fine, search fine, login fine',
      );
      expect(Date.parse(encrypted.steps[1]?.found ?? '')).toBeGreaterThan(Date.now());
      const untrusted = await tried(change);
      expect(untrusted.told).toMatch(/^reach fine, tls failed certificate, bind untried/);
      expect(untrusted.steps[1]?.found).toMatch(/certificate/);
    }
    const ends: [string, object, object?][] = [
      ['reach failed closed', { port: 9 }],
      ['reach failed unknownHost', { host: 'nowhere.invalid' }],
      ['tls failed noTls', { security: 'tls' }],
      ['bind failed refused', { bind_password: 'wrong' }],
      ['search failed nobody', {}, { username: 'unknown-user', password: LDAP_PASSWORD }],
      ['login failed password', {}, { username: uid, password: 'wrong' }],
      ['bind fine, base fine, search untried, login untried', {}, {}],
      ['search fine, login untried', {}, { username: uid }],
      ['bind untried anonymous, base', { bind_dn: '' }],
    ];
    for (const [end, change, login] of ends)
      expect((await tried(change, login)).told).toContain(end);
  });

  it('report a wrong search base with and without a username', async () => {
    const uid = await addDirectoryUser();
    const tried = async (base_dn: string, login: object) => {
      const { steps } = await admin.client.callOk(testLdap, {
        ldap_form: { ...ldapSettings(), base_dn },
        ...login,
      });
      return steps.slice(2).map(({ step, state, fault, found }) => [step, state, fault, found]);
    };
    const [suffix] = /dc=.*$/.exec(ldapSettings().base_dn) ?? [''];
    for (const wrong of [`ou=nowhere,${suffix}`, 'dc=elsewhere,dc=test', 'people of the harbor'])
      for (const login of [{}, { username: uid, password: LDAP_PASSWORD }])
        expect(await tried(wrong, login)).toEqual([
          ['bind', 'fine', '', ldapSettings().bind_dn],
          ['base', 'failed', 'base', suffix],
          ['search', 'untried', '', ''],
          ['login', 'untried', '', ''],
        ]);
    // An invalid bind DN fails the bind step, not the base step.
    const input = { ldap_form: { ...ldapSettings(), bind_dn: 'not a dn' } };
    const { steps } = await admin.client.callOk(testLdap, input);
    expect(steps[2]).toMatchObject({ step: 'bind', state: 'failed', fault: 'refused' });
  });

  it('suggest the field in which the username exists', async () => {
    const uid = await addDirectoryUser({ cn: uniqueName('Wang Jing') });
    const input = { username: uid, password: LDAP_PASSWORD };
    const asked = async (user_field: string) =>
      admin.client.callOk(testLdap, { ldap_form: { ...ldapSettings(), user_field }, ...input });
    const { steps, instead } = await asked('sAMAccountName');
    expect(steps[4]).toMatchObject({ step: 'search', state: 'failed', fault: 'nobody' });
    expect(instead).toEqual({ field: 'uid', count: 1 });
    expect((await asked(instead?.field ?? '')).username).toBe(uid);
    await addDirectoryUser({ uid, cn: uniqueName('twin') });
    expect((await asked('mail')).instead).toEqual({ field: 'uid', count: 2 });
  });

  it('are saved field by field, so that concurrent saves keep the changes of both', async () => {
    const another = await makeLoggedInUser(site, { admin: true });
    const present = ldapSettings();
    await Promise.all([
      admin.client.callOk(saveLdapConfig, { ldap_form: { user_field: 'cn' } }),
      another.client.callOk(saveLdapConfig, { ldap_form: { name_field: 'sn' } }),
    ]);
    const { ldap_form, ldap_saved } = await admin.client.callOk(loadLdapConfig, {});
    expect(ldap_form).toMatchObject({
      host: present.host,
      user_field: 'cn',
      name_field: 'sn',
      has_bind_password: 1,
    });
    expect([admin.username, another.username]).toContain(ldap_saved?.username);
    expect(Date.now() - Date.parse(ldap_saved?.time ?? '')).toBeLessThan(60_000);
    await saveLdapForm();
  });
});
