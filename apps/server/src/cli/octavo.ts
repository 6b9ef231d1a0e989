#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { serve } from '../serve.ts';
import { doctor } from './doctor.ts';
import { createUser, resetUser } from './user.ts';

const USAGE = `octavo serve
octavo migrate
octavo doctor
octavo user create --username U --password P [--name N] [--admin]
octavo user reset --username U [--password P]`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    username: { type: 'string' },
    password: { type: 'string' },
    name: { type: 'string' },
    admin: { type: 'boolean', default: false },
  },
});

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function run(command: string): Promise<number> {
  if (command === 'serve') {
    await serve(readConfig(process.env));
    return 0;
  }
  if (command === 'migrate') {
    const applied = await migrate(readConfig(process.env));
    say(applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to do');
    return 0;
  }
  if (command === 'doctor') return doctor(process.env, say);
  if (command === 'user create') return createUser(readConfig(process.env), values, say);
  if (command === 'user reset') return resetUser(readConfig(process.env), values, say);
  say(USAGE);
  return 2;
}

try {
  const code = await run(positionals.join(' '));
  if (code !== 0) process.exitCode = code;
} catch (error) {
  process.stderr.write(`octavo: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
