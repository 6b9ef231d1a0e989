#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { fail, reasonOf } from '../fail.ts';
import { serve } from '../serve.ts';
import { backup, restore } from './backup.ts';
import { doctor } from './doctor.ts';
import { reindex } from './reindex.ts';
import { migrateStorage, verifyStorage } from './storage.ts';
import { createUser, resetUser } from './user.ts';

const USAGE = `octavo serve
octavo migrate
octavo doctor
octavo reindex [--all]
octavo user create --username U --password P [--name N] [--admin]
octavo user reset --username U [--password P]
octavo storage verify [--bytes]
octavo storage migrate --to local|s3
octavo backup --to FILE|FOLDER
octavo restore --from FILE [--verify]`;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const SAY_AGAIN_MS = 5000;
let saidAt = 0;

/** A bar that moves on a terminal, a line now and then elsewhere. */
function progress(line: string, isLast: boolean): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K${line}${isLast ? '\n' : ''}`);
  else if (isLast || performance.now() - saidAt > SAY_AGAIN_MS) {
    saidAt = performance.now();
    say(line);
  }
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        username: { type: 'string' },
        password: { type: 'string' },
        name: { type: 'string' },
        admin: { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
        bytes: { type: 'boolean', default: false },
        to: { type: 'string' },
        from: { type: 'string' },
        verify: { type: 'boolean', default: false },
      },
    });
    return { command: positionals.join(' '), values };
  } catch (error) {
    say(reasonOf(error));
    return { command: 'help', values: { admin: false, all: false, bytes: false, verify: false } };
  }
}

/** The exit code, or undefined for a process that goes on. */
async function run(): Promise<number | undefined> {
  const { command, values } = readArguments();
  if (command === 'serve') {
    await serve(readConfig(process.env));
    return undefined;
  }
  if (command === 'migrate') {
    const applied = await migrate(readConfig(process.env));
    say(applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to do');
    return 0;
  }
  if (command === 'doctor') return doctor(process.env, say);
  if (command === 'reindex') return reindex(readConfig(process.env), values, progress);
  if (command === 'user create') return createUser(readConfig(process.env), values, say);
  if (command === 'user reset') return resetUser(readConfig(process.env), values, say);
  if (command === 'storage verify')
    return verifyStorage(readConfig(process.env), values.bytes, say);
  if (command === 'storage migrate') return migrateStorage(readConfig(process.env), values.to, say);
  if (command === 'backup') return backup(readConfig(process.env), values, say);
  if (command === 'restore') return restore(readConfig(process.env), values, say);
  say(USAGE);
  return 2;
}

try {
  process.exitCode = await run();
} catch (error) {
  fail(error);
}
