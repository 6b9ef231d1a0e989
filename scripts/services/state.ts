import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, identifyProcess } from './processes.ts';
import { type ProcessIdentity, type ServiceState, servicesFolder } from './service.ts';
import { services } from './service-list.ts';

const stateFile = path.join(servicesFolder, 'state.json');
const lockFile = path.join(servicesFolder, 'lock');

export type ServiceStates = Record<string, ServiceState>;

/** Returns the addresses of the running services as environment variables. */
export function servicesEnv(): Record<string, string> {
  const state = readState();
  return Object.assign(
    {},
    ...services.map((service) => {
      const own = state[service.name];
      if (!own || !isAlive(own.process)) {
        throw new Error(`The service ${service.name} is not running: run npm run services -- up`);
      }
      return service.env(own);
    }),
  );
}

export function readState(): ServiceStates {
  try {
    // Only writeState writes this file, so its shape is known.
    return JSON.parse(readFileSync(stateFile, 'utf8')) as ServiceStates;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

export async function writeState(state: ServiceStates): Promise<void> {
  const temporaryFile = `${stateFile}.draft`;
  await writeFile(temporaryFile, JSON.stringify(state, null, 2), { mode: 0o600 });
  await rename(temporaryFile, stateFile);
}

/** Two concurrent commands would start everything twice, so the later one waits. */
export async function withLock(work: () => Promise<void>): Promise<void> {
  await mkdir(servicesFolder, { recursive: true });
  while (!(await takeLock())) await sleep(200);
  try {
    await work();
  } finally {
    await rm(lockFile, { force: true });
  }
}

async function takeLock(): Promise<boolean> {
  try {
    await writeFile(lockFile, JSON.stringify(identifyProcess(process.pid)), { flag: 'wx' });
    return true;
  } catch {
    await removeStaleLock();
    return false;
  }
}

async function removeStaleLock(): Promise<void> {
  const text = await readFile(lockFile, 'utf8').catch(() => '');
  // Empty: just released, or its owner is about to write it.
  if (text && !isAlive(JSON.parse(text) as ProcessIdentity)) await rm(lockFile, { force: true });
}
