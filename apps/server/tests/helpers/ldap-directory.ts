import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'ldapts';
import { inject } from 'vitest';
import { siteSettings } from '../../src/modules/setting/setting.ts';
import { publishSettingsChange } from '../../src/modules/setting/settings.ts';
import { PASSWORD, uniqueName } from './factories.ts';
import type { TestSite } from './site.ts';
import { settingRepository } from '../../src/modules/setting/setting.repository.ts';

/** The directory outlives a test run, so each test process uses its own organizational unit. */
const TEST_OU = `t${randomBytes(6).toString('hex')}`;
let testOuCreated: Promise<void> | undefined;

/** The settings for a connection to the LDAP directory of the test services. */
export function ldapSettings() {
  const services = inject('services');
  return {
    host: '127.0.0.1',
    port: Number(services['TEST_LDAP_PORT']),
    base_dn: `ou=${TEST_OU},ou=people,${services['TEST_LDAP_BASE']}`,
    bind_dn: services['TEST_LDAP_BIND_DN'] ?? '',
    bind_password: services['TEST_LDAP_PASSWORD'] ?? '',
    user_field: 'uid',
    name_field: 'cn',
    security: 'none',
    ca: '',
  } as const;
}

export const ldapCaCertificate = () =>
  readFileSync(inject('services')['TEST_LDAP_CA'] ?? '', 'utf8');
export const ldapsPort = () => Number(inject('services')['TEST_LDAPS_PORT']);

/** Runs `work` with a client that is bound as the directory's administrator. */
export async function withLdapClient<T>(
  work: (client: Client, base: string) => Promise<T>,
): Promise<T> {
  const { host, port, base_dn, bind_dn, bind_password } = ldapSettings();
  const client = new Client({ url: `ldap://${host}:${port}` });
  try {
    await client.bind(bind_dn, bind_password);
    return await work(client, base_dn);
  } finally {
    await client.unbind();
  }
}

/** All test files of one process share the organizational unit. */
export function createTestOu(): Promise<void> {
  testOuCreated ??= withLdapClient((client, base) =>
    client.add(base, { objectClass: ['organizationalUnit'], ou: TEST_OU }),
  );
  return testOuCreated;
}

/** Adds a user. `cn` is also the name of the entry, so that two entries can have the same uid. */
export function addLdapEntry(entry: { uid: string; cn: string; password: string }): Promise<void> {
  return withLdapClient((client, base) =>
    client.add(`cn=${entry.cn},${base}`, {
      objectClass: ['inetOrgPerson'],
      sn: entry.cn,
      uid: entry.uid,
      userPassword: entry.password,
    }),
  );
}

/** Enables LDAP login on the site and adds a user to the directory. */
export async function enableLdapLogin(site: TestSite) {
  await createTestOu();
  const { bind_password, ...form } = ldapSettings();
  const encryptedForm = { ...form, bind_password: site.deps.settingCipher.encrypt(bind_password) };
  const { ldap_form } = siteSettings.parse({ ldap_form: encryptedForm });
  await settingRepository(site.deps.db).save({ ldap_open: true, ldap_form });
  publishSettingsChange(site.deps.bus);
  const uid = uniqueName('ldap');
  await addLdapEntry({ uid, cn: uid, password: PASSWORD });
  return { ldap_username: uid, ldap_password: PASSWORD };
}
