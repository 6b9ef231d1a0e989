import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLoggedInUser, PASSWORD, uniqueName } from '../../../tests/helpers/factories.ts';
import { addSecondFactor, totpCode } from '../../../tests/helpers/second-factor.ts';
import { openTestSite } from '../../../tests/helpers/site.ts';
import type { TestSite } from '../../../tests/helpers/site.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { publishSettingsChange } from '../setting/settings.ts';
import { siteSettings } from '../setting/setting.ts';

const { addUser, getLoginMethods } = calls.adminUser;
const { info, updateEmail, updateInfo } = calls.user;
const MAINTAINED = 10_686;
const { directory_form } = siteSettings.parse({});

let site: TestSite;
let admin: Awaited<ReturnType<typeof makeLoggedInUser>>;
beforeAll(async () => {
  site = await openTestSite({ ROLES: 'web' });
  admin = await makeLoggedInUser(site, { admin: true });
  await setSync('hours');
});
afterAll(() => site.close());

async function setSync(schedule: 'off' | 'hours', ldap_open = true, mail_field = 'mail') {
  await settingRepository(site.deps.db).save({
    ldap_open,
    directory_form: { ...directory_form, schedule, mail_field },
  });
  publishSettingsChange(site.deps.bus);
}

/** An account with an identity of this kind, by default without a local password. */
async function makeMaintained(kind: 'ldap' | 'scim' | 'oauth2', localAccess = false) {
  const user = await makeLoggedInUser(site);
  await site.database.query(
    'insert into outside_login (kind, outside_id, uid, external_username) values ($1, $2, $3, $4)',
    [kind, uniqueName('id'), user.uid, user.username],
  );
  if (!localAccess)
    await site.database.query(
      'update "user" set local_access = false, password_hash = null where uid = $1',
      [user.uid],
    );
  return user;
}

const maintainer = async (uid: number) =>
  (await admin.client.callOk(getLoginMethods, { uid })).maintained_by;

describe.each(['ldap', 'scim'] as const)('an account that %s maintains', (kind) => {
  it('keeps name and email: neither its user nor an administrator changes them here, and the error names the source', async () => {
    const { client, uid, username } = await makeMaintained(kind);
    const own = `${username}@corp.test`;
    await site.database.query('update "user" set email = $2 where uid = $1', [uid, own]);
    const { secret } = await addSecondFactor(site, uid);
    const factor_code = totpCode(site, secret);
    expect(await maintainer(uid)).toBe(kind);
    expect((await client.callOk(calls.extLogin.loginMethods, {})).maintained_by).toBe(kind);
    const refused = [
      await client.call(updateInfo, { name: 'Mei Lin' }),
      await client.call(updateEmail, { email: `${username}@harbor.test`, factor_code }),
      await admin.client.call(addUser, { uid, name: 'Mei Lin' }),
    ];
    for (const { error_code, error_message } of refused) {
      expect(error_code).toBe(MAINTAINED);
      expect(error_message).toContain(kind.toUpperCase());
    }
    expect(await client.callOk(info, {})).toMatchObject({ name: '', email: own });
    const { list } = await admin.client.callOk(calls.audit.getList, { object: username });
    expect(list.filter(({ action }) => /update|email/i.test(action))).toEqual([]);
  });

  it('still chooses its language, and sends its name unchanged', async () => {
    const { client, uid } = await makeMaintained(kind);
    await client.callOk(updateInfo, { language: 'zh-cn', name: '' });
    await admin.client.callOk(addUser, { uid, name: '' });
    expect((await client.callOk(info, {})).language).toBe('zh-cn');
  });

  it('has an own email and password with local access', async () => {
    const { client, uid, username } = await makeMaintained(kind, true);
    const email = `${username}@harbor.test`;
    await client.callOk(updateEmail, { email, password: PASSWORD });
    await admin.client.callOk(addUser, { uid, password: `${PASSWORD} 2`, name: '' });
    expect((await admin.client.callOk(calls.adminUser.getUser, { uid })).email).toBe(email);
    const change = { uid, name: 'Mei Lin' };
    expect((await admin.client.call(addUser, change)).error_code).toBe(MAINTAINED);
  });
});

describe('name and email stay free', () => {
  it('without a schedule or login of the directory', async () => {
    const { client, uid } = await makeMaintained('ldap');
    await setSync('off');
    expect(await maintainer(uid)).toBeNull();
    await client.callOk(updateInfo, { name: 'Mei Lin' });
    await setSync('hours', false);
    expect(await maintainer(uid)).toBeNull();
    await client.callOk(updateInfo, { name: 'Mei' });
    await setSync('hours');
  });

  it('as far as the source sends none', async () => {
    await setSync('hours', true, '');
    for (const kind of ['ldap', 'scim'] as const) {
      const { client, uid, username } = await makeMaintained(kind);
      const { secret } = await addSecondFactor(site, uid);
      expect(await client.callOk(calls.extLogin.loginMethods, {})).toMatchObject({
        maintained_by: kind,
        email_maintained_by: null,
      });
      const email = `${username}@harbor.test`;
      await client.callOk(updateEmail, { email, factor_code: totpCode(site, secret) });
    }
    await setSync('hours');
  });

  it('for an account of SCIM that also has an LDAP identity, which a sync leaves alone', async () => {
    const { uid, username } = await makeMaintained('scim', true);
    await site.database.query(
      `insert into outside_login (kind, outside_id, uid, external_username)
       values ('ldap', $1, $2, $3)`,
      [uniqueName('id'), uid, username],
    );
    await admin.client.callOk(calls.adminUser.setRole, { uid, groupid: 1 });
    expect(await maintainer(uid)).toBeNull();
  });

  it('for other logins, and for an administrator, whom SCIM does not change', async () => {
    const { client, uid } = await makeMaintained('oauth2');
    expect(await maintainer(uid)).toBeNull();
    await client.callOk(updateInfo, { name: 'Mei Lin' });
    const { uid: chief } = await makeMaintained('scim', true);
    expect(await maintainer(chief)).toBe('scim');
    await admin.client.callOk(calls.adminUser.setRole, { uid: chief, groupid: 1 });
    expect(await maintainer(chief)).toBeNull();
    await admin.client.callOk(addUser, { uid: chief, name: 'Chief' });
  });
});

it('shows the user of the identity provider', async () => {
  const { uid, username } = await makeMaintained('scim');
  const methods = await admin.client.callOk(getLoginMethods, { uid });
  expect(methods.scim).toMatchObject({ external_username: username });
  expect(methods.identities).toEqual([]);
});
