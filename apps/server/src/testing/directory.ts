import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'ldapts';
import { inject } from 'vitest';

/** The directory outlives a test run: each process of tests has a folder of its own in it. */
const FOLDER = `t${randomBytes(6).toString('hex')}`;
let folderMade: Promise<void> | undefined;

/** The settings that reach the directory of the services. */
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

/** Does something to the directory as its administrator. */
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

/** The files that one process runs share it. */
export function makeFolder(): Promise<void> {
  folderMade ??= onDirectory((client, base) =>
    client.add(base, { objectClass: ['organizationalUnit'], ou: FOLDER }),
  );
  return folderMade;
}

/** Somebody in the directory. `cn` is also their place in the tree, so that two may share a uid. */
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
