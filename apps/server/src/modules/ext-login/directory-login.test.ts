import { calls } from '@octavo/contract';
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

/** From an address of its own, so that no failure asks for a captcha. */
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

describe('T37 people of a directory', () => {
  it('get an account when they have proved who they are, and no sooner', async () => {
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

  it('are known by an id that outlives their name', async () => {
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

  it('R11 never take over an account that has their name', async () => {
    const local = await makeUser(site, { admin: true, username: uniqueName('boss') });
    await newPerson({ uid: local.username });
    expect(await codeOf(local.username, OUTSIDE)).toBe(10621);
    expect(await codeOf(local.username, PASSWORD)).toBe(0);
    await newPerson({ uid: 'root', cn: uniqueName('root') });
    expect(await codeOf('root', OUTSIDE)).toBe(10610);
  });

  it.each(['*', '*)(uid=*', 'admin)(|(a=*', String.raw`\00`, 'x)(objectClass=*'])(
    'are not found by the pattern %s',
    async (username) => {
      await newPerson();
      const before = await accounts();
      expect(await codeOf(username, OUTSIDE)).toBe(10204);
      expect(await accounts()).toBe(before);
    },
  );

  it('are refused when two share a name', async () => {
    const uid = uniqueName('twin');
    await newPerson({ uid, cn: `${uid} one` });
    await newPerson({ uid, cn: `${uid} two` });
    expect(await codeOf(uid, OUTSIDE)).toBe(10204);
  });

  it('prove themselves again with that password, and cannot make one here', async () => {
    const uid = await newPerson();
    const { client } = await logIn(uid, OUTSIDE);
    const { item_id } = await client.must(calls.item.add, { item_name: 'Mine' });
    const archive = (password: string) => client.call(calls.item.archive, { item_id, password });
    expect((await archive('wrong password')).error_code).toBe(10208);
    expect((await archive(OUTSIDE)).error_code).toBe(0);
    const change = { password: OUTSIDE, new_password: 'another horse 8 battery' };
    expect((await client.call(calls.user.resetPassword, change)).error_code).toBe(10622);
  });

  it('stay out while the account is disabled, and when the directory is switched off', async () => {
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

describe('the connection', () => {
  it('is encrypted with a checked certificate, by StartTLS or from the start', async () => {
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

describe('the settings of a directory', () => {
  it('never give the password back, nor keep it readable', async () => {
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

  it('are tried out step by step', async () => {
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

  it('say that the search base is wrong, whether somebody is looked for or not', async () => {
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
    // A DN that is none is the bind's fault there, not the base's.
    const input = { ldap_form: { ...directoryForm(), bind_dn: 'nobody at all' } };
    const { steps } = await admin.client.must(testLdap, input);
    expect(steps[2]).toMatchObject({ step: 'bind', state: 'failed', fault: 'refused' });
  });

  it('name the field in which somebody has that name', async () => {
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

  it('are changed field by field, so that two who save at once keep each what they changed', async () => {
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
