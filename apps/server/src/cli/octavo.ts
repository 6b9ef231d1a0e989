#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { exitWithError, errorMessage } from '../error-reporting.ts';

const USAGE: readonly (readonly [command: string, description: string])[] = [
  ['serve', 'migrate the database, then run the server'],
  ['migrate', 'migrate the database to this version'],
  ['doctor', 'check every service that the site depends on; exit code 1 if a check fails'],
  [
    'reindex [--all]',
    'index the pages that are missing in the search, or all pages; the site may be running',
  ],
  ['user create --username U --password P [--name N] [--admin|--auditor]', 'create a user'],
  [
    'user reset --username U [--password P] [--local-access]',
    'set the given password, or a random one that is printed; log the user out everywhere; --local-access allows an account of the directory or provider to have one',
  ],
  [
    'user remove-second-factors --username U',
    'remove the second factors of a user who has lost them; log the user out everywhere',
  ],
  ['user grant --username U --admin|--auditor', 'grant this role; effective within a second'],
  [
    'user revoke --username U --admin|--auditor',
    'revoke this role; rejected for the last administrator',
  ],
  ['user tokens --username U', 'list the personal access tokens of a user'],
  [
    'user revoke-tokens --username U --id N|--all',
    'revoke one of these tokens, or all; effective within a second',
  ],
  [
    'security clear-networks',
    'allow logins and the console from all networks, for administrators who are locked out; effective within a second',
  ],
  [
    'storage verify [--bytes]',
    'check that the stored object of every file exists; --bytes also verifies its hash',
  ],
  [
    'storage migrate --to local|s3',
    'move all files to this store; the site may be running, and the command can be repeated',
  ],
  [
    'backup --to FILE|FOLDER',
    'write a consistent snapshot of all rows and files while the site is running; in a folder, the file is named by its time',
  ],
  [
    'restore --from FILE [--verify]',
    'restore into an empty database and an empty store; --verify only reads and checks the whole backup',
  ],
];

/** The usage of one command, or of all commands. */
function usage(command: string): string {
  const matching = USAGE.filter(([line]) => command !== '' && line.startsWith(command));
  const lines = (matching.length > 0 ? matching : USAGE).map(
    ([line, description]) => `octavo ${line}\n    ${description}`,
  );
  return `${lines.join('\n')}\nEnvironment variables are described in docs/operating.md`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const PROGRESS_INTERVAL_MS = 5000;
let lastPrintedAt = 0;

/** On a terminal, updates one line in place; elsewhere, prints a line every 5 s. */
function progress(line: string, isLast: boolean): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K${line}${isLast ? '\n' : ''}`);
  else if (isLast || performance.now() - lastPrintedAt > PROGRESS_INTERVAL_MS) {
    lastPrintedAt = performance.now();
    print(line);
  }
}

const options = {
  username: { type: 'string' },
  password: { type: 'string' },
  name: { type: 'string' },
  admin: { type: 'boolean', default: false },
  auditor: { type: 'boolean', default: false },
  'local-access': { type: 'boolean', default: false },
  id: { type: 'string' },
  all: { type: 'boolean', default: false },
  bytes: { type: 'boolean', default: false },
  to: { type: 'string' },
  from: { type: 'string' },
  verify: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

function parseArguments() {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    return { command: positionals.join(' '), values };
  } catch (error) {
    print(errorMessage(error));
    return { command: 'none', values: parseArgs({ args: [], options }).values };
  }
}

/** Each command only loads its own modules, because loading the server takes longer than most commands. */
const modules = {
  serve: () => import('../serve.ts'),
  migrate: () => import('../db/migrate.ts'),
  doctor: () => import('./doctor.ts'),
  reindex: () => import('./reindex.ts'),
  user: () => import('./user.ts'),
  security: () => import('./security.ts'),
  storage: () => import('./storage.ts'),
  backup: () => import('./backup.ts'),
};

/** Resolves to the exit code, or to undefined if the process continues to run. */
async function run(): Promise<number | undefined> {
  const { command, values } = parseArguments();
  if (values.help || command === 'help') {
    print(usage(command));
    return 0;
  }
  const config = () => readConfig(process.env);
  if (command === 'serve') {
    await (await modules.serve()).serve(config());
    return undefined;
  }
  if (command === 'migrate') {
    // The launcher runs this command to check that a release can start, so all modules are loaded.
    await Promise.all(Object.values(modules).map((load) => load()));
    const applied = await (await modules.migrate()).migrate(config());
    print(applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to do');
    return 0;
  }
  if (command === 'doctor') return (await modules.doctor()).doctor(process.env, print);
  if (command === 'reindex') return (await modules.reindex()).reindex(config(), values, progress);
  if (command === 'user create') return (await modules.user()).createUser(config(), values, print);
  if (command === 'user reset') return (await modules.user()).resetUser(config(), values, print);
  if (command === 'user remove-second-factors')
    return (await modules.user()).removeSecondFactors(config(), values, print);
  if (command === 'user grant')
    return (await modules.user()).setRole(config(), values, 'grant', print);
  if (command === 'user revoke')
    return (await modules.user()).setRole(config(), values, 'revoke', print);
  if (command === 'user tokens') return (await modules.user()).listTokens(config(), values, print);
  if (command === 'user revoke-tokens')
    return (await modules.user()).revokeTokens(config(), values, print);
  if (command === 'security clear-networks')
    return (await modules.security()).clearNetworks(config(), print);
  if (command === 'storage verify')
    return (await modules.storage()).verifyStorage(config(), values.bytes, print);
  if (command === 'storage migrate')
    return (await modules.storage()).migrateStorage(config(), values.to, print);
  if (command === 'backup') return (await modules.backup()).backup(config(), values, print);
  if (command === 'restore') return (await modules.backup()).restore(config(), values, print);
  print(usage(''));
  return 2;
}

try {
  process.exitCode = await run();
} catch (error) {
  exitWithError(error);
}
