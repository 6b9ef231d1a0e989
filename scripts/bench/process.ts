import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ServerProcess {
  readonly url: string;
  /** Microseconds of a core that the process has used since its start. */
  cpu(): number;
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../..');

/** The kernel counts in hundredths of a second, in user and in system mode. */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Starts a server whose log names its address; the log goes to a file, as in production. */
export async function startServer(
  file: string,
  env: Record<string, string>,
  logFile: string,
): Promise<ServerProcess> {
  const log = await open(logFile, 'w');
  const child = spawn(process.execPath, [path.join(root, file)], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', log.fd, 'inherit'],
  });
  await log.close();
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    const url = /"address":"(http[^"]+)"/.exec(await readFile(logFile, 'utf8'))?.[1];
    if (url)
      return {
        url,
        cpu: () => cpuOf(child.pid ?? 0),
        stop() {
          child.kill('SIGTERM');
          return ended;
        },
      };
    await sleep(100);
  }
  throw new Error(`${file} did not start`);
}
