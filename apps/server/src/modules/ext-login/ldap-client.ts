import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import { AndFilter, Client, EqualityFilter, FilterParser, InvalidCredentialsError } from 'ldapts';
import type { Entry } from 'ldapts';
import { withTimeout } from '../../with-timeout.ts';
import type { ExternalIdentity } from './external-identity.ts';
import { EXTERNAL_TIMEOUT_MS } from './external-timeout.ts';

/** Connection settings of an LDAP directory, with the bind password decrypted. */
export interface LdapDirectory {
  readonly host: string;
  readonly port: number;
  readonly security: 'none' | 'starttls' | 'tls';
  /** Additional trusted CA certificates, as PEM. */
  readonly ca: string;
  readonly base_dn: string;
  readonly bind_dn: string;
  readonly bind_password: string;
  readonly user_field: string;
  readonly name_field: string;
  /** Who of the directory may log in, as a valid LDAP filter; empty for everyone. */
  readonly user_filter: string;
}

export function tlsOptionsOf({ host, ca }: LdapDirectory): ConnectionOptions {
  return {
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== '' && { ca: [...rootCertificates, ca] }),
  };
}

/** With StartTLS the connection is open when this returns; otherwise the first request opens it. */
export async function connectLdap(
  directory: LdapDirectory,
  tls = tlsOptionsOf(directory),
  timeout = EXTERNAL_TIMEOUT_MS,
): Promise<Client> {
  const { host, port, security } = directory;
  const client = new Client({
    url: `${security === 'tls' ? 'ldaps' : 'ldap'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    timeout,
    connectTimeout: EXTERNAL_TIMEOUT_MS,
    ...(security === 'tls' && { tlsOptions: tls }),
  });
  if (security === 'starttls') await client.startTLS(tls);
  return client;
}

/** An absent attribute is an empty list. */
export function attributeText(value: Entry[string] | undefined): string {
  const first = Array.isArray(value) ? value[0] : value;
  if (first === undefined) return '';
  return Buffer.isBuffer(first) ? first.toString('hex') : first;
}

/** Servers may return the name of an attribute in another case than requested. */
export function attributeOf(entry: Entry, name: string): Entry[string] | undefined {
  const key = Object.keys(entry).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : entry[key];
}

/** The id is an attribute that does not change when the user is renamed or moved; the DN is the fallback. */
export function toIdentity(
  entry: Entry,
  { user_field, name_field }: LdapDirectory,
): ExternalIdentity {
  const field = (name: string) => attributeText(attributeOf(entry, name));
  return {
    id: field('entryUUID') || field('objectGUID') || entry.dn,
    username: field(user_field),
    name: field(name_field),
  };
}

/** Binds with the configured search account, or searches anonymously when none is configured. */
export async function withSearchClient<T>(
  directory: LdapDirectory,
  search: (client: Client) => Promise<T>,
  timeout = EXTERNAL_TIMEOUT_MS,
): Promise<T> {
  const { bind_dn, bind_password } = directory;
  const client = await connectLdap(directory, tlsOptionsOf(directory), timeout);
  try {
    if (bind_dn !== '') await client.bind(bind_dn, bind_password);
    return await search(client);
  } finally {
    await client.unbind().catch(() => {});
  }
}

/** Returns two entries at most: callers treat more than one match as no match. */
export async function findEntries(
  client: Client,
  { base_dn, user_field, name_field, user_filter }: LdapDirectory,
  username: string,
): Promise<Entry[]> {
  // A filter object instead of a string: it escapes the username, which prevents LDAP injection.
  const byName = new EqualityFilter({ attribute: user_field, value: username });
  const { searchEntries } = await client.search(base_dn, {
    scope: 'sub',
    filter:
      user_filter === ''
        ? byName
        : new AndFilter({ filters: [FilterParser.parseString(user_filter), byName] }),
    attributes: [user_field, name_field, 'entryUUID', 'objectGUID'],
    explicitBufferAttributes: ['objectGUID'],
    sizeLimit: 2,
  });
  return searchEntries;
}

/** Uses a separate connection, so that the bind of the user does not change the rights of the search connection. */
export async function verifyPassword(
  directory: LdapDirectory,
  dn: string,
  password: string,
): Promise<boolean> {
  const client = await connectLdap(directory);
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return false;
    throw error;
  } finally {
    await client.unbind().catch(() => {});
  }
}

/** An identity with its DN, by which an administrator recognises the user. */
export interface LdapEntry extends ExternalIdentity {
  readonly dn: string;
}

async function lookUp(directory: LdapDirectory, username: string): Promise<LdapEntry | undefined> {
  if (username === '') return undefined;
  const [entry, secondEntry] = await withSearchClient(directory, (client) =>
    findEntries(client, directory, username),
  );
  return entry && !secondEntry ? { ...toIdentity(entry, directory), dn: entry.dn } : undefined;
}

async function authenticate(
  directory: LdapDirectory,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<ExternalIdentity | undefined> {
  // Many servers treat a bind without a password as anonymous and accept it.
  if (password === '') return undefined;
  const entry = await lookUp(directory, username);
  return entry && (await verifyPassword(directory, entry.dn, password)) ? entry : undefined;
}

/** Returns undefined when the username or password is wrong; throws when the directory does not respond in time. */
export function authenticateLdap(
  directory: LdapDirectory,
  login: { readonly username: string; readonly password: string },
): Promise<ExternalIdentity | undefined> {
  return withTimeout(EXTERNAL_TIMEOUT_MS, authenticate(directory, login));
}

/** Finds a user by name without a password; throws when the directory does not respond in time. */
export function lookUpLdapUser(
  directory: LdapDirectory,
  username: string,
): Promise<LdapEntry | undefined> {
  return withTimeout(EXTERNAL_TIMEOUT_MS, lookUp(directory, username));
}
