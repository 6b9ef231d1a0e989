import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Browser } from '../helpers/browser.ts';
import { runProgram, startProgram } from '../helpers/program.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';
import { storeEnv } from '../helpers/stores.ts';

const OCTAVO = fileURLToPath(new URL('../../src/cli/octavo.ts', import.meta.url));
/** 20,000 in the nightly run. */
const FILES = Number(process.env['MIGRATED_FILES'] ?? 40);
const MIGRATION_WAIT = { timeout: 3_600_000, interval: 20 };
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let site: Installation;
let folder: string;
let browser: Browser;
let server: RunningServer;
/** All acknowledged uploads: URL and hash of the content. */
const uploadedHashes = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-migrate-'));
  site = await openInstallation('migrated', {
    ...(await storeEnv('s3')),
    STORAGE_DIR: folder,
    ROLES: 'web',
  });
  server = await site.start({ STORAGE: 'local' });
  browser = site.newBrowser();
  await browser.callOk(server, calls.user.login, ADMIN);
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

async function uploadOne(): Promise<void> {
  const bytes = randomBytes(2000);
  const body = new FormData();
  body.append('file', new Blob([bytes]), 'a.bin');
  const { 'content-type': _, ...headers } = browser.headers();
  const answer = await fetch(server.url + calls.attachment.upload.path, {
    method: 'POST',
    headers,
    body,
  });
  const { url, success } = (await answer.json()) as { url: string; success: number };
  if (success === 1) uploadedHashes.set(url, hash(bytes));
}

async function fetchHash(url: string): Promise<string> {
  const answer = await fetch(server.url + url, { headers: browser.headers() });
  return answer.ok ? hash(Buffer.from(await answer.arrayBuffer())) : `status ${answer.status}`;
}

/** Returns the files whose content differs from the upload. */
async function findCorruptFiles(urls: Iterable<string>): Promise<string[]> {
  const remainingUrls = [...urls].values();
  const broken: string[] = [];
  const read = async () => {
    for (const url of remainingUrls) {
      const found = await fetchHash(url);
      if (found !== uploadedHashes.get(url)) broken.push(`${url}: ${found}`);
    }
  };
  await Promise.all(Array.from({ length: 4 }, read));
  return broken;
}

async function countFilesIn(store: string): Promise<number> {
  const rows = await site.database.query<{ n: string }>(
    'select count(*) as n from upload_file where store = $1',
    [store],
  );
  return Number(rows[0]?.n);
}

async function migrateKilledTwice(to: 'local' | 's3'): Promise<void> {
  const env = { ...site.env, STORAGE: to };
  const args = [OCTAVO, 'storage', 'migrate', '--to', to];
  for (const part of [0.2, 0.6]) {
    const program = startProgram(process.execPath, args, env);
    await vi.waitFor(async () => {
      if (program.isRunning() && (await countFilesIn(to)) < FILES * part)
        throw new Error('not yet');
    }, MIGRATION_WAIT);
    program.signal('SIGKILL');
    console.log(`migrate to ${to} ended by`, (await program.exited).signal, await countFilesIn(to));
  }
  const { code, stdout } = await runProgram(process.execPath, args, env);
  expect([code, stdout.trim()]).toEqual([0, `all files are in the store ${to}`]);
}

describe('a storage migration under concurrent reads and writes', () => {
  it(
    'breaks no link in either direction, killed twice each time',
    async () => {
      const upload = async () => {
        while (uploadedHashes.size < FILES) await uploadOne();
      };
      await Promise.all(Array.from({ length: 4 }, upload));
      for (const to of ['s3', 'local'] as const) {
        const before = server;
        server = await site.start({ STORAGE: to });
        await before.stop();
        const stopSignal = new AbortController();
        const broken: string[] = [];
        const writer = async () => {
          for (let more = 0; more < FILES / 4 && !stopSignal.signal.aborted; more += 1)
            await uploadOne();
        };
        const reader = async () => {
          while (!stopSignal.signal.aborted) {
            const urls = [...uploadedHashes.keys()];
            broken.push(
              ...(await findCorruptFiles([urls[Math.floor(Math.random() * urls.length)] ?? ''])),
            );
          }
        };
        const clients = Promise.all([writer(), reader()]);
        try {
          await migrateKilledTwice(to);
        } finally {
          stopSignal.abort();
          await clients;
        }
        expect(broken).toEqual([]);
        expect(await findCorruptFiles(uploadedHashes.keys())).toEqual([]);
        expect(await countFilesIn(to)).toBe(uploadedHashes.size);
      }
      const verify = [OCTAVO, 'storage', 'verify', '--bytes'];
      const env = { ...site.env, STORAGE: 'local' };
      const { code, stdout } = await runProgram(process.execPath, verify, env);
      expect([code, stdout]).toEqual([0, expect.stringContaining('0 damaged or missing')]);
    },
    4 * 3_600_000,
  );
});
