#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { fail, reasonOf } from '../fail.ts';

const USAGE: readonly (readonly [command: string, meaning: string])[] = [
  ['serve', 'the site itself; migrates first'],
  ['migrate', 'brings the database up to this version'],
  ['doctor', 'looks at everything the site leans on; exit code 1 on a fault'],
  ['reindex [--all]', 'search: fills what is missing, or makes all of it again; the site may run'],
  ['user create --username U --password P [--name N] [--admin]', 'makes a person'],
  [
    'user reset --username U [--password P]',
    'gives a new password, and prints it unless it was given; logs the person out everywhere',
  ],
  ['user grant --username U --admin', 'grants the administrator role; effective within a second'],
  [
    'user revoke --username U --admin',
    'revokes the administrator role; refused for the last administrator',
  ],
  ['storage verify [--bytes]', 'has every file its object? --bytes reads and hashes them all'],
  ['storage migrate --to local|s3', 'moves all files; the site may run, and so may a second try'],
  [
    'backup --to FILE|FOLDER',
    'all rows and files of one moment, while the site runs; in a folder the file is named by its time',
  ],
  [
    'restore --from FILE [--verify]',
    'into an empty database and an empty store; --verify only reads the backup, every byte of it',
  ],
];

/** The usage of one command, or of all commands. */
function usage(command: string): string {
  const asked = USAGE.filter(([line]) => command !== '' && line.startsWith(command));
  const lines = (asked.length > 0 ? asked : USAGE).map(
    ([line, meaning]) => `octavo ${line}\n    ${meaning}`,
  );
  return `${lines.join('\n')}\nThe environment says where everything is: docs/operating.md`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const SAY_AGAIN_MS = 5000;
let saidAt = 0;

/** On a terminal, updates one line in place; elsewhere, prints a line every 5 s. */
function progress(line: string, isLast: boolean): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K${line}${isLast ? '\n' : ''}`);
  else if (isLast || performance.now() - saidAt > SAY_AGAIN_MS) {
    saidAt = performance.now();
    say(line);
  }
}

const options = {
  username: { type: 'string' },
  password: { type: 'string' },
  name: { type: 'string' },
  admin: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  bytes: { type: 'boolean', default: false },
  to: { type: 'string' },
  from: { type: 'string' },
  verify: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

function readArguments() {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    return { command: positionals.join(' '), values };
  } catch (error) {
    say(reasonOf(error));
    return { command: 'none', values: parseArgs({ args: [], options }).values };
  }
}

/** Each command only loads its own modules, because loading the server takes longer than most commands. */
const parts = {
  serve: () => import('../serve.ts'),
  migrate: () => import('../db/migrate.ts'),
  doctor: () => import('./doctor.ts'),
  reindex: () => import('./reindex.ts'),
  user: () => import('./user.ts'),
  storage: () => import('./storage.ts'),
  backup: () => import('./backup.ts'),
};

/** Resolves to the exit code, or to undefined if the process continues to run. */
async function run(): Promise<number | undefined> {
  const { command, values } = readArguments();
  if (values.help || command === 'help') {
    say(usage(command));
    return 0;
  }
  const config = () => readConfig(process.env);
  if (command === 'serve') {
    await (await parts.serve()).serve(config());
    return undefined;
  }
  if (command === 'migrate') {
    // The launcher runs this command to check that a release can start, so all modules are loaded.
    await Promise.all(Object.values(parts).map((load) => load()));
    const applied = await (await parts.migrate()).migrate(config());
    say(applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to do');
    return 0;
  }
  if (command === 'doctor') return (await parts.doctor()).doctor(process.env, say);
  if (command === 'reindex') return (await parts.reindex()).reindex(config(), values, progress);
  if (command === 'user create') return (await parts.user()).createUser(config(), values, say);
  if (command === 'user reset') return (await parts.user()).resetUser(config(), values, say);
  if (command === 'user grant') return (await parts.user()).setRole(config(), values, true, say);
  if (command === 'user revoke') return (await parts.user()).setRole(config(), values, false, say);
  if (command === 'storage verify')
    return (await parts.storage()).verifyStorage(config(), values.bytes, say);
  if (command === 'storage migrate')
    return (await parts.storage()).migrateStorage(config(), values.to, say);
  if (command === 'backup') return (await parts.backup()).backup(config(), values, say);
  if (command === 'restore') return (await parts.backup()).restore(config(), values, say);
  say(usage(''));
  return 2;
}

try {
  process.exitCode = await run();
} catch (error) {
  fail(error);
}
