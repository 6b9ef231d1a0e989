import { type SpawnOptions, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessMark } from './service.ts';

/** Runs a program to its end and returns its output; if it fails, the output becomes the error message. */
export async function run(
  program: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<string> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  let complaint = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) {
    throw new Error(`${program} ended with ${code ?? 'a signal'}: ${complaint || printed}`.trim());
  }
  return printed.trim();
}

/** Starts a program that keeps running after this process ends. */
export async function startDetached(
  program: string,
  args: string[],
  logFile: string,
): Promise<ProcessMark> {
  const log = await open(logFile, 'a');
  try {
    const child = spawn(program, args, { detached: true, stdio: ['ignore', log.fd, log.fd] });
    await new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.unref();
    if (child.pid === undefined) throw new Error(`${program} has no process id`);
    return markOf(child.pid);
  } finally {
    await log.close();
  }
}

export function markOf(pid: number): ProcessMark {
  const startedAt = startTime(pid);
  if (startedAt === undefined) throw new Error(`Process ${pid} ended at once`);
  return { pid, startedAt };
}

export function isAlive(mark: ProcessMark): boolean {
  return startTime(mark.pid) === mark.startedAt;
}

/** Sends SIGTERM to a process, and SIGKILL if it does not end. */
export async function stop(mark: ProcessMark): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isAlive(mark)) return;
    process.kill(mark.pid, signal);
    if (await eventually(() => !isAlive(mark), 10_000)) return;
  }
}

/** Below the ephemeral port range: an outgoing connection could otherwise occupy the port of a server. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/** Reuses the previous port if it is still free, so that URLs stay the same. */
export async function choosePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred))) return preferred;
  let port = FIRST_PORT + randomInt(PORTS);
  while (!(await isFree(port))) port = FIRST_PORT + randomInt(PORTS);
  return port;
}

/** Long enough for a busy machine. */
const COMES_UP_MS = 120_000;

/** Waits until the port accepts connections; on timeout it stops the process, which would otherwise be orphaned. */
export async function waitForPort(
  port: number,
  mark: ProcessMark,
  logFile: string,
  patience = COMES_UP_MS,
): Promise<void> {
  const answered = await eventually(() => {
    if (!isAlive(mark)) throw new Error(`it died; ${logFile} tells why`);
    return accepts(port);
  }, patience);
  if (answered) return;
  await stop(mark);
  throw new Error(
    `nothing answers on port ${port} after ${patience / 1000} s; ${logFile} tells why`,
  );
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

async function eventually(
  condition: () => boolean | Promise<boolean>,
  patience: number,
): Promise<boolean> {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    if (await condition()) return true;
    await sleep(50);
  }
  return false;
}

function accepts(port: number): Promise<boolean> {
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
