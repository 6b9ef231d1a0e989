import { type SpawnOptions, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessIdentity } from './service.ts';

/** Runs a program to its end and returns its output; if it fails, the output becomes the error message. */
export async function run(
  program: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<string> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errorOutput = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) {
    throw new Error(
      `${program} exited with ${code ?? 'a signal'}: ${errorOutput || output}`.trim(),
    );
  }
  return output.trim();
}

/** Starts a program that keeps running after this process ends. */
export async function startDetached(
  program: string,
  args: string[],
  logFile: string,
): Promise<ProcessIdentity> {
  const log = await open(logFile, 'a');
  try {
    const child = spawn(program, args, { detached: true, stdio: ['ignore', log.fd, log.fd] });
    await new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.unref();
    if (child.pid === undefined) throw new Error(`${program} has no process id`);
    return identifyProcess(child.pid);
  } finally {
    await log.close();
  }
}

export function identifyProcess(pid: number): ProcessIdentity {
  const startedAt = startTime(pid);
  if (startedAt === undefined) throw new Error(`Process ${pid} exited immediately`);
  return { pid, startedAt };
}

export function isAlive(identity: ProcessIdentity): boolean {
  return startTime(identity.pid) === identity.startedAt;
}

/** Sends SIGTERM to a process, and SIGKILL if it does not end. */
export async function stop(identity: ProcessIdentity): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isAlive(identity)) return;
    process.kill(identity.pid, signal);
    if (await waitUntil(() => !isAlive(identity), 10_000)) return;
  }
}

/** Below the ephemeral port range: an outgoing connection could otherwise occupy the port of a server. */
const FIRST_PORT = 20_000;
const PORT_COUNT = 12_000;

/** Reuses the previous port if it is still free, so that URLs stay the same. */
export async function choosePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred))) return preferred;
  let port = FIRST_PORT + randomInt(PORT_COUNT);
  while (!(await isFree(port))) port = FIRST_PORT + randomInt(PORT_COUNT);
  return port;
}

/** Long enough for a busy machine. */
const START_TIMEOUT_MS = 120_000;

/** Waits until the port accepts connections; on timeout it stops the process, which would otherwise be orphaned. */
export async function waitForPort(
  port: number,
  identity: ProcessIdentity,
  logFile: string,
  timeoutMs = START_TIMEOUT_MS,
): Promise<void> {
  const answered = await waitUntil(() => {
    if (!isAlive(identity)) throw new Error(`the process exited; see ${logFile}`);
    return acceptsConnections(port);
  }, timeoutMs);
  if (answered) return;
  await stop(identity);
  throw new Error(`no response on port ${port} after ${timeoutMs / 1000} s; see ${logFile}`);
}

function startTime(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The program name, in parentheses, may contain spaces; the fields after it never do.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie has ended; its parent has not collected the exit status yet.
  return state === 'Z' ? undefined : fields[18];
}

async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    if (await condition()) return true;
    await sleep(50);
  }
  return false;
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (connected: boolean) => {
      socket.destroy();
      resolve(connected);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
