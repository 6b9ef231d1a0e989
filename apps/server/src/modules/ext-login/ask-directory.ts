import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { Client, EqualityFilter, InvalidCredentialsError } from 'ldapts';
import type { Entry } from 'ldapts';
import type { OutsidePerson } from './outside-account.ts';

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

export const directorySteps = ['bind', 'search', 'login'] as const;
export type DirectoryStep = (typeof directorySteps)[number];
type OnStep = (step: DirectoryStep) => void;

/** All of it together: nobody waits longer for a directory that hangs. */
const MOST_MS = 5000;

function tlsOf({ host, ca }: Directory): ConnectionOptions {
  return {
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== '' && { ca }),
  };
}

async function connected(directory: Directory): Promise<Client> {
  const { host, port, security } = directory;
  const client = new Client({
    url: `${security === 'tls' ? 'ldaps' : 'ldap'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    timeout: MOST_MS,
    connectTimeout: MOST_MS,
    ...(security === 'tls' && { tlsOptions: tlsOf(directory) }),
  });
  if (security === 'starttls') await client.startTLS(tlsOf(directory));
  return client;
}

/** An absent attribute is an empty list. */
function textOf(value: Entry[string] | undefined): string {
  const first = Array.isArray(value) ? value[0] : value;
  if (first === undefined) return '';
  return Buffer.isBuffer(first) ? first.toString('hex') : first;
}

/** By an id that stays when somebody marries or moves to another department. */
function personOf(entry: Entry, { user_field, name_field }: Directory): OutsidePerson {
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

async function findEntry(directory: Directory, username: string, onStep: OnStep) {
  const { base_dn, bind_dn, bind_password, user_field, name_field } = directory;
  onStep('bind');
  const client = await connected(directory);
  try {
    if (bind_dn !== '') await client.bind(bind_dn, bind_password);
    onStep('search');
    const { searchEntries } = await client.search(base_dn, {
      scope: 'sub',
      // The filter as an object: whatever was typed stays a value.
      filter: new EqualityFilter({ attribute: user_field, value: username }),
      attributes: [user_field, name_field, 'entryUUID', 'objectGUID'],
      explicitBufferAttributes: ['objectGUID'],
      sizeLimit: 2,
    });
    const [entry, another] = searchEntries;
    return another ? undefined : entry;
  } finally {
    await client.unbind().catch(() => {});
  }
}

/** A connection of its own: the rights of whoever searches and of whoever logs in never mix. */
async function isPasswordOf(directory: Directory, dn: string, password: string): Promise<boolean> {
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

async function ask(
  directory: Directory,
  { username, password }: { readonly username: string; readonly password: string },
  onStep: OnStep,
): Promise<OutsidePerson | undefined> {
  // Many servers take a bind without a password for an anonymous one, and say yes.
  if (password === '' || username === '') return undefined;
  const entry = await findEntry(directory, username, onStep);
  if (!entry) return undefined;
  onStep('login');
  return (await isPasswordOf(directory, entry.dn, password))
    ? personOf(entry, directory)
    : undefined;
}

/** The person with this name and password, or undefined; throws when the directory gives no answer in time. */
export async function askDirectory(
  directory: Directory,
  login: { readonly username: string; readonly password: string },
  onStep: OnStep = () => {},
): Promise<OutsidePerson | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${MOST_MS} ms`)), MOST_MS);
  });
  const asked = ask(directory, login, onStep);
  // Its own fault, when it comes after all, is nobody's any more.
  asked.catch(() => {});
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
