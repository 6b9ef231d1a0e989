import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Halves the start time: tests start the same program many times. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'octavo-compile-cache');

export interface ExitStatus {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A child process: its output so far and its exit status. */
export interface Program {
  readonly pid: number;
  readonly exited: Promise<ExitStatus>;
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
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  // An aborted test run leaves no child process behind.
  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);
  const exited = new Promise<ExitStatus>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.off('exit', killOnExit);
      resolve({ code, signal });
    });
  });
  if (child.pid === undefined) throw new Error(`${file} did not start`);
  return {
    pid: child.pid,
    exited,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => void child.kill(name),
  };
}

/** Runs a program until it exits. */
export async function runProgram(...args: Parameters<typeof startProgram>) {
  const program = startProgram(...args);
  const { code } = await program.exited;
  return { code, stdout: program.stdout(), stderr: program.stderr() };
}

/** Peak memory of a program in megabytes. */
export function peakMemoryMb({ pid }: Pick<Program, 'pid'>): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
