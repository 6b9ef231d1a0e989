import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs the release that `current` points to and switches to another one when the link changes: it first runs the
 * migration of the new release, which proves that it can run, then stops the old process and starts the new one. A
 * release that cannot run is rolled back. Launchers of one folder switch one after the other.
 *
 *   OCTAVO_HOME=/srv/octavo PORT=3000 … node launch.ts
 *   OCTAVO_HOME=/srv/octavo … node launch.ts backup --to /mnt/backups     any command of that release's octavo
 */

const home = resolve(process.env['OCTAVO_HOME'] ?? '.');
const current = join(home, 'current');
const lock = join(home, 'changing');
const LOOK_MS = 500;
const READY_MS = Number(
  process.env['LAUNCH_TIMEOUT_MS'] ?? process.env['LAUNCH_PATIENCE'] ?? 120_000,
);

const env = { ...process.env, OCTAVO_HOME: home };
const say = (line: string) => process.stdout.write(`launch: ${line}\n`);
const target = () => readlinkSync(current);
const program = (release: string, file: string) => resolve(home, release, 'apps/server/src', file);

/** Archives contain no links, and Node runs TypeScript only outside of node_modules. */
function linkPackages(release: string): void {
  const packages = resolve(home, release, 'packages');
  const scope = resolve(home, release, 'node_modules/@octavo');
  if (existsSync(scope) || !existsSync(packages)) return;
  mkdirSync(scope, { recursive: true });
  for (const name of readdirSync(packages))
    symlinkSync(join('../../packages', name), join(scope, name));
}

/** Returns why the current release cannot be run, or undefined. */
function findFault(): string | undefined {
  const set = `ln -s releases/VERSION ${current}`;
  if (!existsSync(current)) return `${current} points to no release: unpack one, then ${set}`;
  if (!existsSync(program(target(), 'main.ts')))
    return `${resolve(home, target())} is no release: unpack one there`;
  return undefined;
}

function run(release: string, file: string, args: readonly string[] = []): ChildProcess {
  linkPackages(release);
  return spawn(process.execPath, [program(release, file), ...args], { env, stdio: 'inherit' });
}

function start(release: string): ChildProcess {
  say(`starts ${release}`);
  return run(release, 'main.ts');
}

const octavo = (release: string, args: readonly string[]) => run(release, 'cli/octavo.ts', args);

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

/**
 * Runs the migration of the release, which loads its code and creates its tables while the old release still
 * serves.
 */
async function canRun(release: string): Promise<boolean> {
  const [code] = (await once(octavo(release, ['migrate']), 'close')) as [number | null];
  return code === 0;
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

/** Runs `act` in one launcher of this folder at a time; the lock of a dead launcher is removed. */
async function alone(act: () => Promise<void>): Promise<void> {
  for (;;)
    try {
      mkdirSync(lock);
      break;
    } catch {
      if (!holderLives()) {
        // The other launcher may be about to write its process id.
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

/** Runs the launcher; returns the exit code of its last program. */
async function launch(): Promise<number> {
  let running = target();
  let child = start(running);
  let leaving = false;
  const go = (release: string) => {
    child = start(release);
    running = release;
    return becomesReady(child);
  };

  async function change(): Promise<void> {
    const next = target();
    if (next === running || leaving) return;
    if (!(await canRun(next))) {
      goBackTo(running);
      return;
    }
    const former = running;
    await end(child);
    // A launcher that was stopped meanwhile neither starts another release nor rolls back.
    if (leaving) return;
    if (await go(next)) {
      say(`serves ${next}`);
      return;
    }
    if (leaving) return;
    await end(child);
    goBackTo(former);
    await go(former);
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
  return child.exitCode ?? 1;
}

/** The terminal sends Ctrl-C to the command too; the exit code of the command counts. */
async function command(args: readonly string[]): Promise<number> {
  const child = octavo(target(), args);
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

const [, , ...args] = process.argv;
if (process.env['LAUNCH_PATIENCE'] !== undefined)
  say('LAUNCH_PATIENCE is now called LAUNCH_TIMEOUT_MS');
const fault = findFault();
if (fault !== undefined) {
  process.stderr.write(`launch: ${fault}\n`);
  process.exitCode = 1;
} else process.exitCode = await (args.length > 0 ? command(args) : launch());
