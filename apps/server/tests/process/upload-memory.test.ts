import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../helpers/browser.ts';
import { peakMemoryMb } from '../helpers/program.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';

let site: Installation;
let folder: string;
let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-memory-'));
  site = await openInstallation('migrated', { STORAGE_DIR: folder, ROLES: 'web' });
  server = await site.start();
  browser = site.newBrowser();
  await browser.callOk(server, calls.user.login, ADMIN);
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

async function upload(bytes: Buffer<ArrayBuffer>): Promise<number> {
  const body = new FormData();
  body.append('file', new Blob([bytes]), 'a.bin');
  const { 'content-type': _, ...headers } = browser.headers();
  const url = server.url + calls.attachment.upload.path;
  const answer = await fetch(url, { method: 'POST', headers, body });
  return ((await answer.json()) as { error_code: number }).error_code;
}

describe('concurrent uploads', () => {
  it('are never buffered completely: 50 uploads of 4 MB need less than 150 MB', async () => {
    const bytes = randomBytes(4 * 1024 * 1024);
    // Memory that every first request needs does not count as growth.
    for (let time = 0; time < 5; time += 1) expect(await upload(bytes)).toBe(0);
    const before = peakMemoryMb(server.program);
    const codes = await Promise.all(Array.from({ length: 50 }, () => upload(bytes)));
    const grown = peakMemoryMb(server.program) - before;
    console.log(
      `50 uploads of 4 MB at once: ${grown.toFixed(0)} MB more than ${before.toFixed(0)}`,
    );
    expect(codes.every((code) => code === 0)).toBe(true);
    expect(grown).toBeLessThan(150);
  });
});
