import { spawn } from 'node:child_process';
import type { Load } from './load.ts';

const PROGRAM = '/usr/lib/postgresql/15/bin/pgbench';

/** Runs one script with several clients, prepared statements and one connection per client. */
export async function pgbench(
  url: string,
  script: string,
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
  onStart: (pid: number) => void,
): Promise<Load> {
  const wholeSeconds = Math.max(1, Math.round(seconds));
  const size = ['-c', String(clients), '-j', '1', '-T', String(wholeSeconds)];
  const child = spawn(PROGRAM, ['-n', '-M', 'prepared', ...size, '-f', script, url]);
  onStart(child.pid ?? 0);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? Number.NaN);
  if (code !== 0 || number(/number of failed transactions: (\d+)/) > 0) throw new Error(output);
  const requests = number(/actually processed: (\d+)/);
  return {
    requests,
    perSecond: requests / wholeSeconds,
    // pgbench reports no percentiles without a log of every transaction, so this is the average.
    p99: number(/latency average = ([\d.]+)/),
  };
}
