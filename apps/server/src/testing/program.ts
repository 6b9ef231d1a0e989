import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Halves the start time: tests start the same program many times. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'octavo-compile-cache');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A child process: its output so far and its exit status. */
export interface Program {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  stdout(): string;
  stderr(): string;
  isRunning(): boolean;
  signal(name: NodeJS.Signals): void;
}

/** Starts `file` with only this environment and the PATH of this process. */
export function startProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn(file, args, {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.stderr += text));
  // An aborted test run leaves no child process behind.
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.off('exit', killWithUs);
      resolve({ code, signal });
    });
  });
  if (child.pid === undefined) throw new Error(`${file} did not start`);
  return {
    pid: child.pid,
    ended,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => void child.kill(name),
  };
}

/** Runs a program until it exits. */
export async function runProgram(...started: Parameters<typeof startProgram>) {
  const program = startProgram(...started);
  const { code } = await program.ended;
  return { code, stdout: program.stdout(), stderr: program.stderr() };
}

/** Peak memory of a program in megabytes. */
export function peakOf({ pid }: Pick<Program, 'pid'>): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
