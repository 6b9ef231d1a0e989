import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'ldapts';
import { inject } from 'vitest';
import { siteSettings } from '../modules/setting/setting.ts';
import { publishSettings } from '../modules/setting/settings.ts';
import { PASSWORD, uniqueName } from './factories.ts';
import type { TestSite } from './site.ts';

/** The directory outlives a test run, so each test process uses its own organizational unit. */
const FOLDER = `t${randomBytes(6).toString('hex')}`;
let folderMade: Promise<void> | undefined;

/** The settings for a connection to the LDAP directory of the test services. */
export function directoryForm() {
  const services = inject('services');
  return {
    host: '127.0.0.1',
    port: Number(services['TEST_LDAP_PORT']),
    base_dn: `ou=${FOLDER},ou=people,${services['TEST_LDAP_BASE']}`,
    bind_dn: services['TEST_LDAP_BIND_DN'] ?? '',
    bind_password: services['TEST_LDAP_PASSWORD'] ?? '',
    user_field: 'uid',
    name_field: 'cn',
    security: 'none',
    ca: '',
  } as const;
}

export const directoryAuthority = () =>
  readFileSync(inject('services')['TEST_LDAP_CA'] ?? '', 'utf8');
export const tlsPort = () => Number(inject('services')['TEST_LDAPS_PORT']);

/** Runs `work` with a client that is bound as the directory's administrator. */
export async function onDirectory<T>(
  work: (client: Client, base: string) => Promise<T>,
): Promise<T> {
  const { host, port, base_dn, bind_dn, bind_password } = directoryForm();
  const client = new Client({ url: `ldap://${host}:${port}` });
  try {
    await client.bind(bind_dn, bind_password);
    return await work(client, base_dn);
  } finally {
    await client.unbind();
  }
}

/** All test files of one process share the organizational unit. */
export function makeFolder(): Promise<void> {
  folderMade ??= onDirectory((client, base) =>
    client.add(base, { objectClass: ['organizationalUnit'], ou: FOLDER }),
  );
  return folderMade;
}

/** Adds a user. `cn` is also the name of the entry, so that two entries can have the same uid. */
export function addPerson(person: { uid: string; cn: string; password: string }): Promise<void> {
  return onDirectory((client, base) =>
    client.add(`cn=${person.cn},${base}`, {
      objectClass: ['inetOrgPerson'],
      sn: person.cn,
      uid: person.uid,
      userPassword: person.password,
    }),
  );
}

/** Enables LDAP login on the site and adds a user to the directory. */
export async function connectDirectory(site: TestSite) {
  await makeFolder();
  const { bind_password, ...form } = directoryForm();
  const sealed = { ...form, bind_password: site.deps.settingSealer.seal(bind_password) };
  const { ldap_form } = siteSettings.parse({ ldap_form: sealed });
  await site.deps.repos.settings.save({ ldap_open: true, ldap_form });
  publishSettings(site.deps.bus);
  const uid = uniqueName('ldap');
  await addPerson({ uid, cn: uid, password: PASSWORD });
  return { ldap_username: uid, ldap_password: PASSWORD };
}
