import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs the release that `current` points to, and goes over to another one when the link changes: it first
 * lets the new release migrate, which proves that it can run; then the old process leaves and the new one comes.
 * A release that cannot run is left again. Launchers of one folder change one after the other.
 *
 *   OCTAVO_HOME=/srv/octavo PORT=3000 … node launch.ts
 */

const home = resolve(process.env['OCTAVO_HOME'] ?? '.');
const current = join(home, 'current');
const lock = join(home, 'changing');
const LOOK_MS = 500;
const READY_MS = Number(process.env['LAUNCH_PATIENCE'] ?? 120_000);

const env = { ...process.env, OCTAVO_HOME: home };
const say = (line: string) => process.stdout.write(`launch: ${line}\n`);
const target = () => readlinkSync(current);
const program = (release: string, file: string) => join(home, release, 'apps/server/src', file);

function start(release: string): ChildProcess {
  say(`starts ${release}`);
  return spawn(process.execPath, [program(release, 'main.ts')], { env, stdio: 'inherit' });
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  while (!hasEnded(child)) await sleep(50);
}

function isReady(): Promise<boolean> {
  const { HOST: host = '127.0.0.1', PORT: port = '3000' } = process.env;
  return new Promise((answer) => {
    const asked = request({ host, port, path: '/health/ready', timeout: 3000 }, (response) => {
      response.resume();
      answer(response.statusCode === 200);
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => answer(false));
    asked.end();
  });
}

async function becomesReady(child: ChildProcess): Promise<boolean> {
  const until = Date.now() + READY_MS;
  while (Date.now() < until && !hasEnded(child)) {
    if (await isReady()) return true;
    await sleep(100);
  }
  return false;
}

/** All of its code is read and its tables are made, while the old one still serves. */
function canRun(release: string): boolean {
  const args = [program(release, 'cli/octavo.ts'), 'migrate'];
  return spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status === 0;
}

function goBackTo(release: string): void {
  say(`goes back to ${release}`);
  const link = `${current}-${process.pid}`;
  symlinkSync(release, link);
  renameSync(link, current);
}

function holderLives(): boolean {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

/** One launcher of this folder at a time; one that died keeps nobody waiting. */
async function alone(act: () => Promise<void>): Promise<void> {
  for (;;)
    try {
      mkdirSync(lock);
      break;
    } catch {
      if (!holderLives()) {
        // It may just be about to write its number down.
        await sleep(1000);
        if (!holderLives()) rmSync(lock, { recursive: true, force: true });
      }
      await sleep(200);
    }
  writeFileSync(join(lock, 'pid'), String(process.pid));
  try {
    await act();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

let running = target();
let child = start(running);
let leaving = false;

async function change(): Promise<void> {
  const next = target();
  if (next === running || leaving) return;
  if (!canRun(next)) {
    goBackTo(running);
    return;
  }
  const former = running;
  await end(child);
  child = start(next);
  running = next;
  if (await becomesReady(child)) {
    say(`serves ${next}`);
    return;
  }
  await end(child);
  goBackTo(former);
  child = start(former);
  running = former;
  await becomesReady(child);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    leaving = true;
    child.kill(signal);
  });

while (!hasEnded(child)) {
  await sleep(LOOK_MS);
  if (!leaving && !hasEnded(child) && target() !== running) await alone(change);
}
process.exitCode = child.exitCode ?? 1;
