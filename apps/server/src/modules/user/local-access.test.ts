import { readFile } from 'node:fs/promises';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  uniqueAddress,
  makeLoggedInUser,
  makeUser,
  makeVisitor,
  PASSWORD,
  solveCaptcha,
  uniqueName,
} from '../../../tests/helpers/factories.ts';
import { addLdapEntry, createTestOu, ldapSettings } from '../../../tests/helpers/ldap-directory.ts';
import { linkQuery, waitForMails } from '../../../tests/helpers/mails.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { externalIdentityRepository } from '../ext-login/external-identity.repository.ts';

const { addUser, getLoginMethods, setLocalAccess } = calls.adminUser;
const { login, resetPassword, resetPasswordByUrl, resetPasswordEmail } = calls.user;
const LDAP_PASSWORD = 'lighthouse lamp 9';
const NEW_PASSWORD = 'another horse 8 battery';

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  await createTestOu();
  site = await openTestSite({ TRUST_PROXY: '1' });
  admin = await makeLoggedInUser(site, { admin: true });
  await admin.client.callOk(calls.adminSetting.saveLdapConfig, {
    ldap_open: 1,
    ldap_form: ldapSettings(),
  });
});
afterAll(() => site.close());

/** Each client has a new address, so that failures do not trigger a captcha. */
const visitor = () => makeVisitor(site, { 'x-forwarded-for': uniqueAddress() });

async function logIn(username: string, password: string) {
  const client = visitor();
  return { client, answer: await client.call(login, { username, password }) };
}

/** An account that the first login at the directory has created, with a verified email. */
async function makeDirectoryAccount() {
  const username = uniqueName('ldap');
  await addLdapEntry({ uid: username, cn: username, password: LDAP_PASSWORD });
  const { client, answer } = await logIn(username, LDAP_PASSWORD);
  const uid = answer.data?.uid ?? 0;
  const email = `${username}@harbor.test`;
  await site.database.query(`update "user" set email = $2, email_verify = 1 where uid = $1`, [
    uid,
    email,
  ]);
  return { client, uid, username, email };
}

async function requestResetMail(email: string) {
  const client = visitor();
  const v_code = await solveCaptcha(site, client, 'reset');
  await client.callOk(resetPasswordEmail, { email, v_code });
}

const loginMethods = (uid: number) => admin.client.callOk(getLoginMethods, { uid });

describe('an account of the directory', () => {
  it('gets no password from an administrator, who is told what to switch on; other fields change', async () => {
    const { client, uid, username } = await makeDirectoryAccount();
    expect(await loginMethods(uid)).toMatchObject({ has_password: 0, local_access: 0 });
    const refused = await admin.client.call(addUser, { uid, password: PASSWORD, name: 'Changed' });
    expect(refused).toMatchObject({ error_code: 10622 });
    expect(refused.error_message).toMatch(/local access/i);
    expect((await client.callOk(calls.user.info, {})).name).toBe(username);
    await admin.client.callOk(addUser, { uid, name: 'Mei Lin' });
    expect((await client.callOk(calls.user.info, {})).name).toBe('Mei Lin');
    expect((await logIn(username, PASSWORD)).answer.error_code).toBe(10204);
  });

  it('sets none in the profile', async () => {
    const { client } = await makeDirectoryAccount();
    const change = { password: LDAP_PASSWORD, new_password: NEW_PASSWORD };
    expect((await client.call(resetPassword, change)).error_code).toBe(10622);
    expect(await client.callOk(calls.user.proof, {})).toMatchObject({
      has_password: 0,
      local_access: 0,
    });
  });

  it('gets a mail without a link when a reset is requested, at most three in an hour', async () => {
    const { email } = await makeDirectoryAccount();
    await requestResetMail(email);
    const [mail] = await waitForMails(email, 1);
    expect(mail?.text).toContain('organisation');
    expect(mail?.text).not.toMatch(/https?:/);
    for (let n = 0; n < 3; n += 1) await requestResetMail(email);
    const marker = await makeDirectoryAccount();
    await requestResetMail(marker.email);
    await waitForMails(marker.email, 1);
    expect(await waitForMails(email, 3)).toHaveLength(3);
  });

  it('cannot use a reset link that was sent before local access was switched off', async () => {
    const { uid, username, email } = await makeDirectoryAccount();
    await admin.client.callOk(setLocalAccess, { uid, local_access: 1 });
    await requestResetMail(email);
    const [mail] = await waitForMails(email, 1);
    if (!mail) throw new Error('no mail');
    const token = linkQuery(mail).get('token') ?? '';
    await admin.client.callOk(setLocalAccess, { uid, local_access: 0 });
    const reset = { uid, email, token, new_password: NEW_PASSWORD };
    expect((await visitor().call(resetPasswordByUrl, reset)).error_code).toBe(10609);
    // Also while the link itself is valid.
    await site.database.query(
      `update mail_link set expire_time = now() + interval '30 minutes' where uid = $1`,
      [uid],
    );
    expect((await visitor().call(resetPasswordByUrl, reset)).error_code).toBe(10622);
    expect((await logIn(username, NEW_PASSWORD)).answer.error_code).toBe(10204);
  });

  it('gets none by any other writer of the database', async () => {
    const { uid } = await makeDirectoryAccount();
    const write = site.database.query(`update "user" set password_hash = 'x' where uid = $1`, [
      uid,
    ]);
    await expect(write).rejects.toThrow('user_local_access');
  });
});

describe('local access', () => {
  it('allows a password from the administrator, the profile and a reset link', async () => {
    const { client, uid, username, email } = await makeDirectoryAccount();
    await admin.client.callOk(setLocalAccess, { uid, local_access: 1 });
    expect(await client.callOk(calls.user.proof, {})).toMatchObject({
      has_password: 0,
      local_access: 1,
    });
    await client.callOk(resetPassword, { password: LDAP_PASSWORD, new_password: NEW_PASSWORD });
    expect((await logIn(username, NEW_PASSWORD)).answer.error_code).toBe(0);
    await admin.client.callOk(addUser, { uid, password: PASSWORD });
    expect((await logIn(username, PASSWORD)).answer.error_code).toBe(0);
    await requestResetMail(email);
    const [mail] = await waitForMails(email, 1);
    if (!mail) throw new Error('no mail');
    const token = linkQuery(mail).get('token') ?? '';
    await visitor().callOk(resetPasswordByUrl, { uid, email, token, new_password: NEW_PASSWORD });
    expect((await logIn(username, NEW_PASSWORD)).answer.error_code).toBe(0);
    expect(await loginMethods(uid)).toMatchObject({ has_password: 1, local_access: 1 });
  });

  it('when switched off removes the password and ends all sessions; the directory still logs in', async () => {
    const { client, uid, username } = await makeDirectoryAccount();
    await admin.client.callOk(setLocalAccess, { uid, local_access: 1 });
    await admin.client.callOk(addUser, { uid, password: PASSWORD });
    const local = await logIn(username, PASSWORD);
    await admin.client.callOk(setLocalAccess, { uid, local_access: 0 });
    for (const session of [client, local.client])
      expect((await session.call(calls.user.info, {})).error_code).toBe(10102);
    expect((await logIn(username, PASSWORD)).answer.error_code).toBe(10204);
    expect((await logIn(username, LDAP_PASSWORD)).answer.error_code).toBe(0);
    expect(await loginMethods(uid)).toMatchObject({ has_password: 0, local_access: 0 });
  });

  it('is in the audit log with the old and the new value', async () => {
    const { uid, username } = await makeDirectoryAccount();
    for (const local_access of [1, 0] as const)
      await admin.client.callOk(setLocalAccess, { uid, local_access });
    const action = 'adminUser.setLocalAccess';
    const { list } = await admin.client.callOk(calls.audit.getList, { action, count: 2 });
    expect(list).toMatchObject([
      { subject: username, facts: { local_access: false, was: { local_access: true } } },
      { subject: username, facts: { local_access: true, was: { local_access: false } } },
    ]);
  });

  it('stays on for a local account that is linked, and is switched off only with an identity', async () => {
    const { uid, username } = await makeUser(site);
    const off = () => admin.client.call(setLocalAccess, { uid, local_access: 0 });
    const refused = await off();
    expect(refused).toMatchObject({ error_code: 10637 });
    expect((await logIn(username, PASSWORD)).answer.error_code).toBe(0);
    await externalIdentityRepository(site.deps.db).insert('ldap', uniqueName('id'), uid);
    expect((await logIn(username, PASSWORD)).answer.error_code).toBe(0);
    expect(await loginMethods(uid)).toMatchObject({ has_password: 1, local_access: 1 });
    expect((await off()).error_code).toBe(0);
    expect((await logIn(username, PASSWORD)).answer.error_code).toBe(10204);
  });

  it('stays on while the only identity is one of SCIM, which is no login', async () => {
    const { uid, username } = await makeUser(site);
    const identities = externalIdentityRepository(site.deps.db);
    await identities.insert('scim', uniqueName('id'), uid);
    const off = () => admin.client.call(setLocalAccess, { uid, local_access: 0 });
    expect((await off()).error_code).toBe(10637);
    expect((await logIn(username, PASSWORD)).answer.error_code).toBe(0);
    await identities.insert('oauth2', uniqueName('id'), uid);
    expect((await off()).error_code).toBe(0);
    // It is off already.
    await identities.delete('oauth2', uid);
    expect((await off()).error_code).toBe(0);
  });

  it('is not switched for an unknown account', async () => {
    const answer = await admin.client.call(setLocalAccess, { uid: 999_999, local_access: 1 });
    expect(answer.error_code).toBe(10209);
  });

  it('is off after the upgrade only for external accounts without a password', async () => {
    const own = await openTestSite({ ROLES: 'web' });
    try {
      await own.database.query('alter table "user" drop column local_access');
      const users = {
        local: await makeUser(own),
        external: await makeUser(own),
        both: await makeUser(own),
      };
      for (const { uid, username } of [users.external, users.both])
        await externalIdentityRepository(own.deps.db).insert('ldap', username, uid);
      await own.database.query('update "user" set password_hash = null where uid = $1', [
        users.external.uid,
      ]);
      const migration = new URL('../../db/migrations/0049-roles.sql', import.meta.url);
      await own.database.query(await readFile(migration, 'utf8'));
      const rows = await own.database.query(
        'select username, local_access from "user" order by uid',
      );
      expect(rows).toEqual([
        { username: users.local.username, local_access: true },
        { username: users.external.username, local_access: false },
        { username: users.both.username, local_access: true },
      ]);
    } finally {
      await own.close();
    }
  });
});
