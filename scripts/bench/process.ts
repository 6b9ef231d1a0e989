import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../..');

/** The same as in the start commands, which are in package.json, Dockerfile and scripts/launch.ts. */
const NODE_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=50'];

/** Starts a server and reads its URL from its log; the log goes to a file, as in production. */
export async function startServer(
  file: string,
  env: Record<string, string>,
  logFile: string,
): Promise<ServerProcess> {
  const log = await open(logFile, 'w');
  const child = spawn(process.execPath, [...NODE_FLAGS, path.join(root, file)], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', MALLOC_ARENA_MAX: '2', ...env },
    stdio: ['ignore', log.fd, 'inherit'],
  });
  await log.close();
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    const url = /"address":"(http[^"]+)"/.exec(await readFile(logFile, 'utf8'))?.[1];
    if (url)
      return {
        url,
        pid: child.pid ?? 0,
        stop() {
          child.kill('SIGTERM');
          return ended;
        },
      };
    await sleep(100);
  }
  throw new Error(`${file} did not start`);
}
