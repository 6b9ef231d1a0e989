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
 * migration of the new release, to check that it can run, then stops the old process and starts the new one. A
 * release that cannot run is rolled back. Launchers of one folder switch one after the other.
 *
 *   OCTAVO_HOME=/srv/octavo PORT=3000 … node launch.ts
 *   OCTAVO_HOME=/srv/octavo … node launch.ts backup --to /mnt/backups     any command of that release's octavo
 */

const home = resolve(process.env['OCTAVO_HOME'] ?? '.');
const current = join(home, 'current');
const lock = join(home, 'changing');
const POLL_INTERVAL_MS = 500;
const READY_TIMEOUT_MS = Number(
  process.env['LAUNCH_TIMEOUT_MS'] ?? process.env['LAUNCH_PATIENCE'] ?? 120_000,
);

/** Less memory for some CPU time, see docs/decisions/0039-cache-memory.md. */
const NODE_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=50'];

const env = { MALLOC_ARENA_MAX: '2', ...process.env, OCTAVO_HOME: home };
const log = (line: string) => process.stdout.write(`launch: ${line}\n`);
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
function findStartError(): string | undefined {
  const set = `ln -s releases/VERSION ${current}`;
  if (!existsSync(current))
    return `${current} does not point to a release: unpack one, then ${set}`;
  if (!existsSync(program(target(), 'main.ts')))
    return `${resolve(home, target())} is not a release: unpack one there`;
  return undefined;
}

function run(release: string, file: string, args: readonly string[] = []): ChildProcess {
  linkPackages(release);
  return spawn(process.execPath, [...NODE_FLAGS, program(release, file), ...args], {
    env,
    stdio: 'inherit',
  });
}

function start(release: string): ChildProcess {
  log(`starting ${release}`);
  return run(release, 'main.ts');
}

const octavo = (release: string, args: readonly string[]) => run(release, 'cli/octavo.ts', args);

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

async function terminate(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  while (!hasExited(child)) await sleep(50);
}

function isReady(): Promise<boolean> {
  const { HOST: host = '127.0.0.1', PORT: port = '3000' } = process.env;
  return new Promise((resolveReady) => {
    const probe = request({ host, port, path: '/health/ready', timeout: 3000 }, (response) => {
      response.resume();
      resolveReady(response.statusCode === 200);
    });
    probe.once('timeout', () => probe.destroy());
    probe.once('error', () => resolveReady(false));
    probe.end();
  });
}

async function waitUntilReady(child: ChildProcess): Promise<boolean> {
  const until = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < until && !hasExited(child)) {
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

function rollBackTo(release: string): void {
  log(`rolling back to ${release}`);
  const link = `${current}-${process.pid}`;
  symlinkSync(release, link);
  renameSync(link, current);
}

function isLockHolderAlive(): boolean {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

/** Runs `act` in one launcher of this folder at a time; the lock of a dead launcher is removed. */
async function withLock(act: () => Promise<void>): Promise<void> {
  for (;;)
    try {
      mkdirSync(lock);
      break;
    } catch {
      if (!isLockHolderAlive()) {
        // The other launcher may be about to write its process id.
        await sleep(1000);
        if (!isLockHolderAlive()) rmSync(lock, { recursive: true, force: true });
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
async function runLauncher(): Promise<number> {
  let running = target();
  let child = start(running);
  let isStopping = false;
  const startRelease = (release: string) => {
    child = start(release);
    running = release;
    return waitUntilReady(child);
  };

  async function switchRelease(): Promise<void> {
    const next = target();
    if (next === running || isStopping) return;
    if (!(await canRun(next))) {
      rollBackTo(running);
      return;
    }
    const previous = running;
    await terminate(child);
    // A launcher that was stopped meanwhile neither starts another release nor rolls back.
    if (isStopping) return;
    if (await startRelease(next)) {
      log(`serving ${next}`);
      return;
    }
    if (isStopping) return;
    await terminate(child);
    rollBackTo(previous);
    await startRelease(previous);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      isStopping = true;
      child.kill(signal);
    });

  while (!hasExited(child)) {
    await sleep(POLL_INTERVAL_MS);
    if (!isStopping && !hasExited(child) && target() !== running) await withLock(switchRelease);
  }
  return child.exitCode ?? 1;
}

/** The terminal sends Ctrl-C to the command too; the exit code of the command counts. */
async function runCommand(args: readonly string[]): Promise<number> {
  const child = octavo(target(), args);
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}

const [, , ...args] = process.argv;
if (process.env['LAUNCH_PATIENCE'] !== undefined)
  log('LAUNCH_PATIENCE is now called LAUNCH_TIMEOUT_MS');
const startError = findStartError();
if (startError !== undefined) {
  process.stderr.write(`launch: ${startError}\n`);
  process.exitCode = 1;
} else process.exitCode = await (args.length > 0 ? runCommand(args) : runLauncher());
