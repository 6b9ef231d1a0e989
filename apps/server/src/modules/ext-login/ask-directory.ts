import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import { Client, EqualityFilter, InvalidCredentialsError } from 'ldapts';
import type { Entry } from 'ldapts';
import { withTimeout } from '../../with-timeout.ts';
import type { ExternalIdentity } from './external-identity.ts';
import { PATIENCE_MS } from './patience.ts';

/** How to ask a directory; the password is open here. */
export interface Directory {
  readonly host: string;
  readonly port: number;
  readonly security: 'none' | 'starttls' | 'tls';
  /** Certificates to trust beside the usual ones, as PEM. */
  readonly ca: string;
  readonly base_dn: string;
  readonly bind_dn: string;
  readonly bind_password: string;
  readonly user_field: string;
  readonly name_field: string;
}

export function tlsOf({ host, ca }: Directory): ConnectionOptions {
  return {
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== '' && { ca: [...rootCertificates, ca] }),
  };
}

/** By StartTLS the connection is open when this returns, else it opens with the first question. */
export async function connected(directory: Directory, tls = tlsOf(directory)): Promise<Client> {
  const { host, port, security } = directory;
  const client = new Client({
    url: `${security === 'tls' ? 'ldaps' : 'ldap'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    timeout: PATIENCE_MS,
    connectTimeout: PATIENCE_MS,
    ...(security === 'tls' && { tlsOptions: tls }),
  });
  if (security === 'starttls') await client.startTLS(tls);
  return client;
}

/** An absent attribute is an empty list. */
function textOf(value: Entry[string] | undefined): string {
  const first = Array.isArray(value) ? value[0] : value;
  if (first === undefined) return '';
  return Buffer.isBuffer(first) ? first.toString('hex') : first;
}

/** By an id that stays when somebody marries or moves to another department. */
export function personOf(entry: Entry, { user_field, name_field }: Directory): ExternalIdentity {
  const field = (name: string) => {
    const key = Object.keys(entry).find((each) => each.toLowerCase() === name.toLowerCase());
    return key === undefined ? '' : textOf(entry[key]);
  };
  return {
    id: field('entryUUID') || field('objectGUID') || entry.dn,
    username: field(user_field),
    name: field(name_field),
  };
}

/** As whoever may search, or as nobody. */
export async function searching<T>(
  directory: Directory,
  search: (client: Client) => Promise<T>,
): Promise<T> {
  const { bind_dn, bind_password } = directory;
  const client = await connected(directory);
  try {
    if (bind_dn !== '') await client.bind(bind_dn, bind_password);
    return await search(client);
  } finally {
    await client.unbind().catch(() => {});
  }
}

/** Two at most: more than one is as good as none. */
export async function findEntries(
  client: Client,
  { base_dn, user_field, name_field }: Directory,
  username: string,
): Promise<Entry[]> {
  const { searchEntries } = await client.search(base_dn, {
    scope: 'sub',
    // The filter as an object: whatever was typed stays a value.
    filter: new EqualityFilter({ attribute: user_field, value: username }),
    attributes: [user_field, name_field, 'entryUUID', 'objectGUID'],
    explicitBufferAttributes: ['objectGUID'],
    sizeLimit: 2,
  });
  return searchEntries;
}

/** A connection of its own: the rights of whoever searches and of whoever logs in never mix. */
export async function isPasswordOf(
  directory: Directory,
  dn: string,
  password: string,
): Promise<boolean> {
  const client = await connected(directory);
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

/** A person with the place in the tree at which an administrator recognises them. */
export interface DirectoryEntry extends ExternalIdentity {
  readonly dn: string;
}

async function lookUp(directory: Directory, username: string): Promise<DirectoryEntry | undefined> {
  if (username === '') return undefined;
  const [entry, another] = await searching(directory, (client) =>
    findEntries(client, directory, username),
  );
  return entry && !another ? { ...personOf(entry, directory), dn: entry.dn } : undefined;
}

async function ask(
  directory: Directory,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<ExternalIdentity | undefined> {
  // Many servers take a bind without a password for an anonymous one, and say yes.
  if (password === '') return undefined;
  const entry = await lookUp(directory, username);
  return entry && (await isPasswordOf(directory, entry.dn, password)) ? entry : undefined;
}

/** The person with this name and password, or undefined; throws when the directory gives no answer in time. */
export function askDirectory(
  directory: Directory,
  login: { readonly username: string; readonly password: string },
): Promise<ExternalIdentity | undefined> {
  return withTimeout(PATIENCE_MS, ask(directory, login));
}

/** The person with this name; throws when the directory gives no answer in time. */
export function lookUpInDirectory(
  directory: Directory,
  username: string,
): Promise<DirectoryEntry | undefined> {
  return withTimeout(PATIENCE_MS, lookUp(directory, username));
}
