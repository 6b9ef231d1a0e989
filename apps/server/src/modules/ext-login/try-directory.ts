import { connect as connectPlain } from 'node:net';
import type { Socket } from 'node:net';
import { checkServerIdentity, connect as connectTls } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import type { LdapTest } from '@octavo/contract/admin-setting.entities';
import { EqualityFilter, OrFilter, PresenceFilter, ResultCodeError } from 'ldapts';
import type { Client } from 'ldapts';
import {
  connected,
  findEntries,
  isPasswordOf,
  personOf,
  searching,
  tlsOf,
} from './ask-directory.ts';
import type { Directory } from './ask-directory.ts';
import { faultOf } from './fault.ts';
import { PATIENCE_MS } from './patience.ts';
import { withTimeout } from '../../with-timeout.ts';

type Tried = LdapTest['steps'][number];
type Outcome = Partial<Pick<Tried, 'fault' | 'found'>>;

const STEPS = ['reach', 'tls', 'bind', 'base', 'search', 'login'] as const;

/** Attributes that directories commonly use as the username. */
const USUAL_FIELDS = ['uid', 'sAMAccountName', 'cn', 'mail', 'userPrincipalName'];
/** LDAP result codes of an unusable DN: referral, noSuchObject, invalidDNSyntax. */
const NO_SUCH_PLACE = new Set([10, 32, 34]);
/** Enough to show that a username is not unique. */
const MOST_MATCHES = 20;

function whyNot(error: unknown): Outcome {
  const fault = faultOf(error);
  // The message names the problem with the certificate.
  return fault === 'certificate'
    ? { fault, found: (error as Error).message.slice(0, 300) }
    : { fault };
}

/** Runs steps sequentially and records the result and duration of each. All steps share one timeout. */
function trail() {
  const end = performance.now() + PATIENCE_MS;
  const taken = new Map<Tried['step'], Tried>();
  return {
    async step(step: Tried['step'], act: () => Promise<Outcome>): Promise<boolean> {
      const begun = performance.now();
      const { fault = '', found = '' } = await withTimeout(end - begun, act()).catch(whyNot);
      const state = fault === '' ? 'fine' : 'failed';
      const milliseconds = Math.round(performance.now() - begun);
      taken.set(step, { step, state, fault, found, milliseconds });
      return fault === '';
    },
    /** Records a step that is not needed, with the reason. */
    skip(step: Tried['step'], fault: Tried['fault']) {
      taken.set(step, { step, state: 'untried', fault, found: '', milliseconds: 0 });
    },
    steps: () =>
      STEPS.map(
        (step): Tried =>
          taken.get(step) ?? { step, state: 'untried', fault: '', found: '', milliseconds: 0 },
      ),
  };
}

function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('timeout'))).once(event, resolve);
  socket.once('error', reject);
  return promise.finally(() => socket.destroy());
}

async function reach({ host, port }: Directory): Promise<Outcome> {
  await opened(connectPlain({ host, port }), 'connect');
  return { found: `${host}:${port}` };
}

/** Reads the expiry date in `checkServerIdentity`, which runs for both TLS and StartTLS. */
async function greet(directory: Directory): Promise<Outcome> {
  let found = '';
  const tls: ConnectionOptions = {
    ...tlsOf(directory),
    checkServerIdentity(host, certificate) {
      found = new Date(certificate.valid_to).toISOString();
      return checkServerIdentity(host, certificate);
    },
  };
  if (directory.security === 'tls')
    await opened(connectTls({ ...tls, port: directory.port }), 'secureConnect');
  else await connected(directory, tls).then((client) => client.unbind());
  return { found };
}

/** The naming contexts of the directory, which the root DSE publishes to anonymous clients. */
async function beginnings(client: Client): Promise<string> {
  const { searchEntries } = await client.search('', {
    scope: 'base',
    filter: new PresenceFilter({ attribute: 'objectClass' }),
    attributes: ['namingContexts'],
  });
  return [searchEntries[0]?.['namingContexts'] ?? []].flat().map(String).join(' | ').slice(0, 300);
}

/** Without a valid base DN no user is found, and a login only reports that the directory does not respond. */
async function standAt(client: Client, { base_dn }: Directory): Promise<Outcome> {
  try {
    const filter = new PresenceFilter({ attribute: 'objectClass' });
    await client.search(base_dn, { scope: 'base', filter, attributes: ['objectClass'] });
    return { found: base_dn };
  } catch (error) {
    if (!(error instanceof ResultCodeError && NO_SUCH_PLACE.has(error.code))) throw error;
    return { fault: 'base', found: await beginnings(client).catch(() => '') };
  }
}

/** Searches the other common username attributes for this name and prefers one with a single match. */
async function elsewhere(client: Client, { base_dn, user_field }: Directory, username: string) {
  const fields = USUAL_FIELDS.filter((field) => field.toLowerCase() !== user_field.toLowerCase());
  const { searchEntries } = await client.search(base_dn, {
    scope: 'sub',
    filter: new OrFilter({
      filters: fields.map((attribute) => new EqualityFilter({ attribute, value: username })),
    }),
    attributes: fields,
    sizeLimit: MOST_MATCHES,
  });
  const isThis = (value: unknown) => String(value).toLowerCase() === username.toLowerCase();
  const matches = fields
    .map((field) => ({
      field,
      count: searchEntries.filter((entry) => [entry[field]].flat().some(isThis)).length,
    }))
    .filter(({ count }) => count > 0);
  return matches.find(({ count }) => count === 1) ?? matches[0] ?? null;
}

/** Runs the steps of a login as far as username and password are given, without creating an account or a session. */
export async function tryDirectory(
  directory: Directory,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<LdapTest> {
  const { step, skip, steps } = trail();
  const begun = performance.now();
  const { bind_dn } = directory;
  let instead: LdapTest['instead'] = null;
  let entry: Awaited<ReturnType<typeof findEntries>>[number] | undefined;

  const find = async (client: Client): Promise<Outcome> => {
    const [first, another] = await findEntries(client, directory, username);
    if (another) return { fault: 'several' };
    if (!first) instead = await elsewhere(client, directory, username).catch(() => null);
    entry = first;
    return first ? { found: first.dn } : { fault: 'nobody' };
  };
  const prove = async (dn: string): Promise<Outcome> =>
    (await isPasswordOf(directory, dn, password)) ? {} : { fault: 'password' };

  const walk = async () => {
    if (!(await step('reach', () => reach(directory)))) return false;
    if (directory.security === 'none') skip('tls', 'plain');
    else if (!(await step('tls', () => greet(directory)))) return false;
    if (bind_dn === '') skip('bind', 'anonymous');
    else if (!(await step('bind', () => searching(directory, async () => ({ found: bind_dn })))))
      return false;
    if (!(await step('base', () => searching(directory, (client) => standAt(client, directory)))))
      return false;
    if (username === '' || !(await step('search', () => searching(directory, find)))) return false;
    const { dn } = entry ?? { dn: '' };
    return password !== '' && step('login', () => prove(dn));
  };
  const person = (await walk()) && entry ? personOf(entry, directory) : { username: '', name: '' };
  return {
    steps: steps(),
    milliseconds: Math.round(performance.now() - begun),
    username: person.username,
    name: person.name,
    instead,
  };
}
