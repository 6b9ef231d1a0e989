import { Client } from 'ldapts';

interface LdapUser {
  readonly username: string;
  readonly name: string;
  readonly password: string;
}

/** Adds a user to the LDAP directory of the test services. */
export async function addLdapUser(
  services: Readonly<Record<string, string>>,
  { username, name, password }: LdapUser,
): Promise<void> {
  const client = new Client({ url: `ldap://127.0.0.1:${services['TEST_LDAP_PORT']}` });
  await client.bind(services['TEST_LDAP_BIND_DN'] ?? '', services['TEST_LDAP_PASSWORD'] ?? '');
  await client.add(`uid=${username},ou=people,${services['TEST_LDAP_BASE']}`, {
    objectClass: ['inetOrgPerson'],
    cn: name,
    sn: name,
    userPassword: password,
  });
  await client.unbind();
}
