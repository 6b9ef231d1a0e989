import { connect as connectPlain } from 'node:net';
import type { Socket } from 'node:net';
import { checkServerIdentity, connect as connectTls } from 'node:tls';
import type { ConnectionOptions } from 'node:tls';
import type { LdapTest } from '@octavo/contract/admin-setting.entities';
import { EqualityFilter, OrFilter, PresenceFilter, ResultCodeError } from 'ldapts';
import type { Client } from 'ldapts';
import {
  connectLdap,
  findEntries,
  verifyPassword,
  toIdentity,
  withSearchClient,
  tlsOptionsOf,
} from './ldap-client.ts';
import type { LdapDirectory } from './ldap-client.ts';
import { classifyError } from './classify-error.ts';
import { EXTERNAL_TIMEOUT_MS } from './external-timeout.ts';
import { withTimeout } from '../../with-timeout.ts';

type DiagnosticStep = LdapTest['steps'][number];
type StepResult = Partial<Pick<DiagnosticStep, 'fault' | 'found'>>;

const STEPS = ['reach', 'tls', 'bind', 'base', 'search', 'login'] as const;

/** Attributes that directories commonly use as the username. */
const COMMON_USERNAME_FIELDS = ['uid', 'sAMAccountName', 'cn', 'mail', 'userPrincipalName'];
/** LDAP result codes of an unusable DN: referral, noSuchObject, invalidDNSyntax. */
const UNUSABLE_DN_CODES = new Set([10, 32, 34]);
/** Enough to show that a username is not unique. */
const MAX_MATCHES = 20;

function toFailure(error: unknown): StepResult {
  const fault = classifyError(error);
  // The message names the problem with the certificate.
  return fault === 'certificate'
    ? { fault, found: (error as Error).message.slice(0, 300) }
    : { fault };
}

/** Runs steps sequentially and records the result and duration of each. All steps share one timeout. */
function createStepRunner() {
  const end = performance.now() + EXTERNAL_TIMEOUT_MS;
  const results = new Map<DiagnosticStep['step'], DiagnosticStep>();
  return {
    async step(step: DiagnosticStep['step'], action: () => Promise<StepResult>): Promise<boolean> {
      const startedAt = performance.now();
      const { fault = '', found = '' } = await withTimeout(end - startedAt, action()).catch(
        toFailure,
      );
      const state = fault === '' ? 'fine' : 'failed';
      const milliseconds = Math.round(performance.now() - startedAt);
      results.set(step, { step, state, fault, found, milliseconds });
      return fault === '';
    },
    /** Records a step that is not needed, with the reason. */
    skip(step: DiagnosticStep['step'], fault: DiagnosticStep['fault']) {
      results.set(step, { step, state: 'untried', fault, found: '', milliseconds: 0 });
    },
    steps: () =>
      STEPS.map(
        (step): DiagnosticStep =>
          results.get(step) ?? { step, state: 'untried', fault: '', found: '', milliseconds: 0 },
      ),
  };
}

function waitForConnection(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket
    .setTimeout(EXTERNAL_TIMEOUT_MS, () => socket.destroy(new Error('timeout')))
    .once(event, resolve);
  socket.once('error', reject);
  return promise.finally(() => socket.destroy());
}

async function checkTcp({ host, port }: LdapDirectory): Promise<StepResult> {
  await waitForConnection(connectPlain({ host, port }), 'connect');
  return { found: `${host}:${port}` };
}

/** Reads the expiry date in `checkServerIdentity`, which runs for both TLS and StartTLS. */
async function checkTls(directory: LdapDirectory): Promise<StepResult> {
  let found = '';
  const tls: ConnectionOptions = {
    ...tlsOptionsOf(directory),
    checkServerIdentity(host, certificate) {
      found = new Date(certificate.valid_to).toISOString();
      return checkServerIdentity(host, certificate);
    },
  };
  if (directory.security === 'tls')
    await waitForConnection(connectTls({ ...tls, port: directory.port }), 'secureConnect');
  else await connectLdap(directory, tls).then((client) => client.unbind());
  return { found };
}

/** The naming contexts of the directory, which the root DSE publishes to anonymous clients. */
async function listNamingContexts(client: Client): Promise<string> {
  const { searchEntries } = await client.search('', {
    scope: 'base',
    filter: new PresenceFilter({ attribute: 'objectClass' }),
    attributes: ['namingContexts'],
  });
  return [searchEntries[0]?.['namingContexts'] ?? []].flat().map(String).join(' | ').slice(0, 300);
}

/** Without a valid base DN no user is found, and a login only reports that the directory does not respond. */
async function checkBaseDn(client: Client, { base_dn }: LdapDirectory): Promise<StepResult> {
  try {
    const filter = new PresenceFilter({ attribute: 'objectClass' });
    await client.search(base_dn, { scope: 'base', filter, attributes: ['objectClass'] });
    return { found: base_dn };
  } catch (error) {
    if (!(error instanceof ResultCodeError && UNUSABLE_DN_CODES.has(error.code))) throw error;
    return { fault: 'base', found: await listNamingContexts(client).catch(() => '') };
  }
}

/** Searches the other common username attributes for this name and prefers one with a single match. */
async function findOtherField(
  client: Client,
  { base_dn, user_field }: LdapDirectory,
  username: string,
) {
  const fields = COMMON_USERNAME_FIELDS.filter(
    (field) => field.toLowerCase() !== user_field.toLowerCase(),
  );
  const { searchEntries } = await client.search(base_dn, {
    scope: 'sub',
    filter: new OrFilter({
      filters: fields.map((attribute) => new EqualityFilter({ attribute, value: username })),
    }),
    attributes: fields,
    sizeLimit: MAX_MATCHES,
  });
  const isUsername = (value: unknown) => String(value).toLowerCase() === username.toLowerCase();
  const matches = fields
    .map((field) => ({
      field,
      count: searchEntries.filter((entry) => [entry[field]].flat().some(isUsername)).length,
    }))
    .filter(({ count }) => count > 0);
  return matches.find(({ count }) => count === 1) ?? matches[0] ?? null;
}

/** Runs the steps of a login as far as username and password are given, without creating an account or a session. */
export async function diagnoseLdap(
  directory: LdapDirectory,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<LdapTest> {
  const { step, skip, steps } = createStepRunner();
  const startedAt = performance.now();
  const { bind_dn } = directory;
  let instead: LdapTest['instead'] = null;
  let entry: Awaited<ReturnType<typeof findEntries>>[number] | undefined;

  const searchUser = async (client: Client): Promise<StepResult> => {
    const [first, secondEntry] = await findEntries(client, directory, username);
    if (secondEntry) return { fault: 'several' };
    if (!first) {
      const [unfiltered] = await findEntries(client, { ...directory, user_filter: '' }, username);
      if (unfiltered) return { fault: 'filtered', found: unfiltered.dn };
      instead = await findOtherField(client, directory, username).catch(() => null);
    }
    entry = first;
    return first ? { found: first.dn } : { fault: 'nobody' };
  };
  const checkPassword = async (dn: string): Promise<StepResult> =>
    (await verifyPassword(directory, dn, password)) ? {} : { fault: 'password' };

  const runSteps = async () => {
    if (!(await step('reach', () => checkTcp(directory)))) return false;
    if (directory.security === 'none') skip('tls', 'plain');
    else if (!(await step('tls', () => checkTls(directory)))) return false;
    if (bind_dn === '') skip('bind', 'anonymous');
    else if (
      !(await step('bind', () => withSearchClient(directory, async () => ({ found: bind_dn }))))
    )
      return false;
    if (
      !(await step('base', () =>
        withSearchClient(directory, (client) => checkBaseDn(client, directory)),
      ))
    )
      return false;
    if (username === '' || !(await step('search', () => withSearchClient(directory, searchUser))))
      return false;
    const { dn } = entry ?? { dn: '' };
    return password !== '' && step('login', () => checkPassword(dn));
  };
  const identity =
    (await runSteps()) && entry ? toIdentity(entry, directory) : { username: '', name: '' };
  return {
    steps: steps(),
    milliseconds: Math.round(performance.now() - startedAt),
    username: identity.username,
    name: identity.name,
    instead,
  };
}
