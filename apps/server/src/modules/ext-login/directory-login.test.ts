import { calls } from '@octavo/contract';
import type { CallInput } from '@octavo/contract/define-call';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addPerson,
  directoryAuthority,
  directoryForm,
  makeFolder,
  onDirectory,
  tlsPort,
} from '../../testing/directory.ts';
import {
  freshAddress,
  makeLoggedIn,
  makeUser,
  PASSWORD,
  uniqueName,
  visitor,
} from '../../testing/factories.ts';
import { openTestSite } from '../../testing/site.ts';
import type { TestSite } from '../../testing/site.ts';

const { saveLdapConfig, loadLdapConfig, testLdap } = calls.adminSetting;
const OUTSIDE = 'lighthouse keeper 9';

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedIn>>;
beforeAll(async () => {
  await makeFolder();
  site = await openTestSite({ ROLES: 'web', TRUST_PROXY: '1' });
  admin = await makeLoggedIn(site, { admin: true });
});
afterAll(() => site.close());

const use = (change: object = {}) =>
  admin.client.must(saveLdapConfig, { ldap_open: 1, ldap_form: { ...directoryForm(), ...change } });
beforeEach(() => use());

/** Uses a new address each time, so that failures do not trigger a captcha. */
const logIn = async (username: string, password: string) => {
  const client = visitor(site, { 'x-forwarded-for': freshAddress() });
  return { client, answer: await client.call(calls.user.login, { username, password }) };
};
const codeOf = async (username: string, password: string) =>
  (await logIn(username, password)).answer.error_code;

async function newPerson(change: Partial<{ uid: string; cn: string }> = {}) {
  const uid = change.uid ?? uniqueName('ldap');
  await addPerson({ uid, cn: change.cn ?? uid, password: OUTSIDE });
  return uid;
}

const accounts = async () => (await site.database.query('select from "user"')).length;

describe('users of an LDAP directory', () => {
  it('get an account at the first login with the right password only', async () => {
    const uid = uniqueName('ldap');
    await newPerson({ uid, cn: `王静 ${uid}` });
    const before = await accounts();
    expect(await codeOf(uid, 'wrong password')).toBe(10204);
    expect(await codeOf(uid, '')).toBe(10204);
    expect(await codeOf(uniqueName('unknown'), OUTSIDE)).toBe(10204);
    expect(await accounts()).toBe(before);

    const { client, answer } = await logIn(uid, OUTSIDE);
    expect(answer.data).toMatchObject({ username: uid, name: `王静 ${uid}`, groupid: 2 });
    await client.must(calls.user.info, {});
    expect(await codeOf(uid.toUpperCase(), OUTSIDE)).toBe(0);
    expect(await accounts()).toBe(before + 1);
    const rows = await site.database.query('select password_hash from "user" where username = $1', [
      uid,
    ]);
    expect(rows).toEqual([{ password_hash: null }]);
  });

  it('are identified by an id that survives a rename', async () => {
    const uid = await newPerson();
    const first = await logIn(uid, OUTSIDE);
    const renamed = uniqueName('married');
    await onDirectory((client, base) => client.modifyDN(`cn=${uid},${base}`, `cn=${renamed}`));
    await onDirectory(async (client, base) => {
      const { Attribute, Change } = await import('ldapts');
      const modification = new Attribute({ type: 'uid', values: [renamed] });
      await client.modify(
        `cn=${renamed},${base}`,
        new Change({ operation: 'replace', modification }),
      );
    });
    const again = await logIn(renamed, OUTSIDE);
    expect(again.answer.data?.uid).toBe(first.answer.data?.uid);
  });

  it('never take over a local account with the same username', async () => {
    const local = await makeUser(site, { admin: true, username: uniqueName('boss') });
    await newPerson({ uid: local.username });
    expect(await codeOf(local.username, OUTSIDE)).toBe(10621);
    expect(await codeOf(local.username, PASSWORD)).toBe(0);
    await newPerson({ uid: 'root', cn: uniqueName('root') });
    expect(await codeOf('root', OUTSIDE)).toBe(10610);
  });

  it.each(['*', '*)(uid=*', 'admin)(|(a=*', String.raw`\00`, 'x)(objectClass=*'])(
    'are not found by the filter pattern %s',
    async (username) => {
      await newPerson();
      const before = await accounts();
      expect(await codeOf(username, OUTSIDE)).toBe(10204);
      expect(await accounts()).toBe(before);
    },
  );

  it('are rejected when two entries share the username', async () => {
    const uid = uniqueName('twin');
    await newPerson({ uid, cn: `${uid} one` });
    await newPerson({ uid, cn: `${uid} two` });
    expect(await codeOf(uid, OUTSIDE)).toBe(10204);
  });

  it('confirm actions with the directory password and cannot set a local one', async () => {
    const uid = await newPerson();
    const { client } = await logIn(uid, OUTSIDE);
    const { item_id } = await client.must(calls.item.add, { item_name: 'Mine' });
    const archive = (password: string) => client.call(calls.item.archive, { item_id, password });
    expect((await archive('wrong password')).error_code).toBe(10208);
    expect((await archive(OUTSIDE)).error_code).toBe(0);
    const change = { password: OUTSIDE, new_password: 'another horse 8 battery' };
    expect((await client.call(calls.user.resetPassword, change)).error_code).toBe(10622);
  });

  it('cannot log in while the account is disabled or LDAP is switched off', async () => {
    const uid = await newPerson();
    const { answer } = await logIn(uid, OUTSIDE);
    const person = { uid: answer.data?.uid ?? 0 };
    await admin.client.must(calls.adminUser.disableUser, { ...person, is_disabled: 1 });
    expect(await codeOf(uid, OUTSIDE)).toBe(10634);
    await admin.client.must(calls.adminUser.disableUser, { ...person, is_disabled: 0 });
    await admin.client.must(saveLdapConfig, { ldap_open: 0 });
    expect(await codeOf(uid, OUTSIDE)).toBe(10204);
  });
});

/** The newest entries of the audit log with this action, once they are written. */
const lastEntry = async (action: string) =>
  (await admin.client.must(calls.audit.getList, { action, count: 1 })).list[0];

const removePerson = (cn: string) => onDirectory((client, base) => client.del(`cn=${cn},${base}`));

describe('an external login of a disabled account', () => {
  it('is recorded in the audit log with its kind', async () => {
    const uid = await newPerson();
    const { answer } = await logIn(uid, OUTSIDE);
    await admin.client.must(calls.adminUser.disableUser, {
      uid: answer.data?.uid ?? 0,
      is_disabled: 1,
    });
    expect(await codeOf(uid, OUTSIDE)).toBe(10634);
    await expect
      .poll(() => lastEntry('user.loginFailed'))
      .toMatchObject({ subject: uid, facts: { reason: 'disabled', kind: 'ldap' } });
  });
});

describe('linking a local account to the directory at the login', () => {
  const { pendingLink, confirmLink, loginMethods, linkLdap, unlinkLdap } = calls.extLogin;

  it('needs the local password of that account, once, in the browser that logged in', async () => {
    const local = await makeUser(site, { admin: true, username: uniqueName('boss') });
    await newPerson({ uid: local.username });
    const { client, answer } = await logIn(local.username, OUTSIDE);
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
    expect(await client.must(pendingLink, {})).toEqual({
      kind: 'ldap',
      username: local.username,
      has_password: 1,
    });
    const stranger = visitor(site, { 'x-forwarded-for': freshAddress() });
    for (const call of [pendingLink, confirmLink])
      expect((await stranger.call(call, { password: PASSWORD })).error_code).toBe(10626);
    expect((await client.call(confirmLink, { password: OUTSIDE })).error_code).toBe(10208);
    await expect
      .poll(() => lastEntry('user.loginFailed'))
      .toMatchObject({ subject: local.username, facts: { reason: 'password', kind: 'ldap' } });

    const kept = new Map(client.cookies);
    const account = await client.must(confirmLink, { password: PASSWORD });
    expect(account).toMatchObject({ uid: local.uid, groupid: 1 });
    await client.must(calls.user.info, {});
    expect(await lastEntry('user.linkIdentity')).toMatchObject({
      username: local.username,
      facts: { kind: 'ldap', external_username: local.username, was: { external_id: '' } },
    });
    expect((await logIn(local.username, OUTSIDE)).answer.data?.uid).toBe(local.uid);
    expect(await codeOf(local.username, PASSWORD)).toBe(0);
    const replay = visitor(site, { 'x-forwarded-for': freshAddress() });
    for (const [name, value] of kept) replay.cookies.set(name, value);
    expect((await replay.call(confirmLink, { password: PASSWORD })).error_code).toBe(10626);
  });

  it('lets a user log in again who was deleted from the directory and recreated', async () => {
    const uid = await newPerson();
    const { answer } = await logIn(uid, OUTSIDE);
    const account = answer.data?.uid ?? 0;
    await admin.client.must(calls.adminUser.addUser, { uid: account, password: PASSWORD });
    await removePerson(uid);
    await newPerson({ uid });
    const { client, answer: refused } = await logIn(uid, OUTSIDE);
    expect(refused.error_code).toBe(10621);
    await client.must(confirmLink, { password: PASSWORD });
    expect((await logIn(uid, OUTSIDE)).answer.data?.uid).toBe(account);
    const { identities } = await client.must(loginMethods, {});
    expect(identities).toMatchObject([{ kind: 'ldap', external_username: uid }]);
    expect((await lastEntry('user.linkIdentity'))?.facts['was']).toMatchObject({
      external_id: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  it('expires, and is rejected for disabled accounts and for accounts without a password', async () => {
    const local = await makeUser(site);
    await newPerson({ uid: local.username });
    const { client } = await logIn(local.username, OUTSIDE);
    const disable = (is_disabled: 0 | 1) =>
      admin.client.must(calls.adminUser.disableUser, { uid: local.uid, is_disabled });
    await disable(1);
    const code = async (password: string) =>
      (await client.call(confirmLink, { password })).error_code;
    // Only a user with the right password learns that the account is disabled.
    expect(await code('wrong password')).toBe(10208);
    expect(await code(PASSWORD)).toBe(10634);
    await disable(0);
    site.passTime(601_000);
    expect(await code(PASSWORD)).toBe(10626);
    site.passTime(-601_000);
    await site.database.query('update "user" set password_hash = null where uid = $1', [local.uid]);
    expect(await client.must(pendingLink, {})).toMatchObject({ has_password: 0 });
    expect(await code(PASSWORD)).toBe(10621);
  });

  it('requires a verification code after five wrong passwords, as the login does', async () => {
    const local = await makeUser(site);
    await newPerson({ uid: local.username });
    const { client } = await logIn(local.username, OUTSIDE);
    const codes: number[] = [];
    for (let n = 0; n < 6; n += 1)
      codes.push((await client.call(confirmLink, { password: `guess ${n}` })).error_code);
    expect(codes).toEqual([10208, 10208, 10208, 10208, 10210, 10206]);
    expect((await client.call(confirmLink, { password: PASSWORD })).error_code).toBe(10206);
  });

  it('works in the settings with both passwords, and is undone only while another login method remains', async () => {
    const local = await makeLoggedIn(site, {}, { 'x-forwarded-for': freshAddress() });
    const ldap_username = await newPerson();
    const code = async (input: CallInput<typeof linkLdap>) =>
      (await local.client.call(linkLdap, input)).error_code;
    const link = { ldap_username, ldap_password: OUTSIDE };
    expect(await code({ ...link, password: 'wrong password' })).toBe(10208);
    expect(await code({ ...link, ldap_password: 'wrong', password: PASSWORD })).toBe(10204);
    expect(await code({ ...link, password: PASSWORD })).toBe(0);
    expect(await local.client.must(loginMethods, {})).toMatchObject({
      has_password: 1,
      identities: [{ kind: 'ldap', external_username: ldap_username }],
      ldap_open: 1,
    });
    expect((await logIn(ldap_username, OUTSIDE)).answer.data?.uid).toBe(local.uid);
    const rival = await makeLoggedIn(site, {}, { 'x-forwarded-for': freshAddress() });
    const taken = await rival.client.call(linkLdap, { ...link, password: PASSWORD });
    expect(taken.error_code).toBe(10627);

    // The directory confirms an account under the username that the user has there.
    await site.database.query('update "user" set password_hash = null where uid = $1', [local.uid]);
    const unlink = async (password: string) =>
      (await local.client.call(unlinkLdap, { password })).error_code;
    expect(await unlink(OUTSIDE)).toBe(10637);
    await admin.client.must(calls.adminUser.addUser, { uid: local.uid, password: PASSWORD });
    const { client } = await logIn(local.username, PASSWORD);
    const other = await logIn(local.username, PASSWORD);
    await client.must(unlinkLdap, { password: PASSWORD });
    expect((await other.client.call(calls.user.info, {})).error_code).toBe(10102);
    expect((await client.must(loginMethods, {})).identities).toEqual([]);
    expect(await lastEntry('user.unlinkIdentity')).toMatchObject({
      username: local.username,
      facts: { kind: 'ldap', external_id: '', was: { external_username: ldap_username } },
    });
  });
});

describe('linking by an administrator', () => {
  const { findIdentity, linkIdentity, unlinkIdentity, getLoginMethods } = calls.adminUser;

  it('finds a user in the directory, links, replaces and unlinks, and records each in the audit log', async () => {
    const local = await makeLoggedIn(site);
    const first = await newPerson();
    const second = await newPerson();
    const find = (identity: string) => admin.client.call(findIdentity, { kind: 'ldap', identity });
    expect((await find('nobody-here')).error_code).toBe(10635);
    expect((await find('*')).error_code).toBe(10635);
    expect((await find(first)).data).toMatchObject({
      external_username: first,
      dn: `cn=${first},${directoryForm().base_dn}`,
      linked_username: '',
    });
    const link = async (identity: string, replace = false) =>
      admin.client.call(linkIdentity, { uid: local.uid, kind: 'ldap', identity, replace });
    expect((await link(first)).error_code).toBe(0);
    expect((await find(first)).data?.linked_username).toBe(local.username);
    expect((await logIn(first, OUTSIDE)).answer.data?.uid).toBe(local.uid);
    expect((await link(second)).error_code).toBe(10636);
    await local.client.must(calls.user.info, {});
    expect((await link(second, true)).error_code).toBe(0);
    expect((await local.client.call(calls.user.info, {})).error_code).toBe(10102);
    expect((await logIn(second, OUTSIDE)).answer.data?.uid).toBe(local.uid);
    expect(await lastEntry('adminUser.linkIdentity')).toMatchObject({
      username: admin.username,
      subject: local.username,
      facts: { kind: 'ldap', external_username: second, was: { external_username: first } },
    });
    const rival = await makeUser(site);
    const taken = { uid: rival.uid, kind: 'ldap', identity: second } as const;
    expect((await admin.client.call(linkIdentity, taken)).error_code).toBe(10627);

    const { client } = await logIn(second, OUTSIDE);
    await admin.client.must(unlinkIdentity, { uid: local.uid, kind: 'ldap' });
    expect((await client.call(calls.user.info, {})).error_code).toBe(10102);
    expect(await admin.client.must(getLoginMethods, { uid: local.uid })).toMatchObject({
      has_password: 1,
      identities: [],
    });
    expect(await lastEntry('adminUser.unlinkIdentity')).toMatchObject({
      subject: local.username,
      facts: { external_id: '', was: { external_username: second } },
    });
  });

  it('links an identity to one account only when many requests link it concurrently', async () => {
    const identity = await newPerson();
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
    const several = await Promise.all(Array.from({ length: 4 }, () => newPerson()));
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
    const uid = await newPerson();
    const ca = directoryAuthority();
    await use({ security: 'starttls', ca });
    expect(await codeOf(uid, OUTSIDE)).toBe(0);
    await use({ security: 'tls', port: tlsPort(), ca });
    expect(await codeOf(uid, OUTSIDE)).toBe(0);
    for (const change of [{ security: 'starttls' }, { security: 'tls', port: tlsPort() }]) {
      await use(change);
      expect(await codeOf(uid, OUTSIDE)).toBe(10620);
    }
  });
});

describe('the LDAP settings', () => {
  it('never return the bind password and store it encrypted', async () => {
    const { bind_password } = directoryForm();
    const answer = await admin.client.must(loadLdapConfig, {});
    expect(answer).toMatchObject({
      ldap_open: 1,
      ldap_form: { has_bind_password: 1, port: directoryForm().port },
    });
    const rows = await site.database.query('select value::text from setting');
    for (const told of [answer, rows, site.logLines])
      expect(JSON.stringify(told)).not.toContain(bind_password);
    const uid = await newPerson();
    await use({ bind_password: '' });
    expect(await codeOf(uid, OUTSIDE)).toBe(0);
  });

  it('are tested step by step', async () => {
    const uid = await newPerson();
    const tried = async (change: object, login: object = { username: uid, password: OUTSIDE }) => {
      const input = { ldap_form: { ...directoryForm(), ...change }, ...login };
      const { steps, ...rest } = await admin.client.must(testLdap, input);
      const told = steps.map(({ step, state, fault }) => `${step} ${state}${fault && ` ${fault}`}`);
      return { ...rest, steps, told: told.join(', ') };
    };
    const { host, port, bind_dn, base_dn } = directoryForm();
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
    const ca = directoryAuthority();
    for (const change of [{ security: 'starttls' }, { security: 'tls', port: tlsPort() }]) {
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
      ['search failed nobody', {}, { username: 'nobody-here', password: OUTSIDE }],
      ['login failed password', {}, { username: uid, password: 'wrong' }],
      ['bind fine, base fine, search untried, login untried', {}, {}],
      ['search fine, login untried', {}, { username: uid }],
      ['bind untried anonymous, base', { bind_dn: '' }],
    ];
    for (const [end, change, login] of ends)
      expect((await tried(change, login)).told).toContain(end);
  });

  it('report a wrong search base with and without a username', async () => {
    const uid = await newPerson();
    const tried = async (base_dn: string, login: object) => {
      const { steps } = await admin.client.must(testLdap, {
        ldap_form: { ...directoryForm(), base_dn },
        ...login,
      });
      return steps.slice(2).map(({ step, state, fault, found }) => [step, state, fault, found]);
    };
    const [suffix] = /dc=.*$/.exec(directoryForm().base_dn) ?? [''];
    for (const wrong of [`ou=nowhere,${suffix}`, 'dc=elsewhere,dc=test', 'people of the harbor'])
      for (const login of [{}, { username: uid, password: OUTSIDE }])
        expect(await tried(wrong, login)).toEqual([
          ['bind', 'fine', '', directoryForm().bind_dn],
          ['base', 'failed', 'base', suffix],
          ['search', 'untried', '', ''],
          ['login', 'untried', '', ''],
        ]);
    // An invalid bind DN fails the bind step, not the base step.
    const input = { ldap_form: { ...directoryForm(), bind_dn: 'nobody at all' } };
    const { steps } = await admin.client.must(testLdap, input);
    expect(steps[2]).toMatchObject({ step: 'bind', state: 'failed', fault: 'refused' });
  });

  it('suggest the field in which the username exists', async () => {
    const uid = await newPerson({ cn: uniqueName('Wang Jing') });
    const input = { username: uid, password: OUTSIDE };
    const asked = async (user_field: string) =>
      admin.client.must(testLdap, { ldap_form: { ...directoryForm(), user_field }, ...input });
    const { steps, instead } = await asked('sAMAccountName');
    expect(steps[4]).toMatchObject({ step: 'search', state: 'failed', fault: 'nobody' });
    expect(instead).toEqual({ field: 'uid', count: 1 });
    expect((await asked(instead?.field ?? '')).username).toBe(uid);
    await newPerson({ uid, cn: uniqueName('twin') });
    expect((await asked('mail')).instead).toEqual({ field: 'uid', count: 2 });
  });

  it('are saved field by field, so that concurrent saves keep the changes of both', async () => {
    const another = await makeLoggedIn(site, { admin: true });
    const present = directoryForm();
    await Promise.all([
      admin.client.must(saveLdapConfig, { ldap_form: { user_field: 'cn' } }),
      another.client.must(saveLdapConfig, { ldap_form: { name_field: 'sn' } }),
    ]);
    const { ldap_form, ldap_saved } = await admin.client.must(loadLdapConfig, {});
    expect(ldap_form).toMatchObject({
      host: present.host,
      user_field: 'cn',
      name_field: 'sn',
      has_bind_password: 1,
    });
    expect([admin.username, another.username]).toContain(ldap_saved?.username);
    expect(Date.now() - Date.parse(ldap_saved?.time ?? '')).toBeLessThan(60_000);
    await use();
  });
});
