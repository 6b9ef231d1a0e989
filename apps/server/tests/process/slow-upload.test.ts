import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes } from 'node:crypto';
import type { Browser } from '../helpers/browser.ts';
import { peakMemoryMb } from '../helpers/program.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';
import { zipBytes } from '../helpers/zip-bytes.ts';

/** Size of the archive: 500 in the nightly run; without it the tests are skipped. */
const MEGABYTES = Number(process.env['SLOW_UPLOAD_MB'] ?? 0);
const PAGES = Number(process.env['SLOW_UPLOAD_PAGES'] ?? 5000);
/** Duration of the upload; longer than any other timeout. */
const SECONDS = 100;
const MEGABYTE = 1024 * 1024;

const { plan, apply, status } = calls.import;

describe.skipIf(MEGABYTES === 0)('a large archive', { timeout: 1_800_000 }, () => {
  let site: Installation;
  let folder: string;
  let server: RunningServer;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-slow-'));
    site = await openInstallation('migrated', { STORAGE_DIR: folder });
    server = await site.start();
    browser = site.newBrowser();
    await browser.callOk(server, calls.user.login, ADMIN);
  });
  afterAll(async () => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  function archive(): Buffer {
    const randomContent = randomBytes(MEGABYTE);
    const pictures = Array.from({ length: MEGABYTES }, (_, n) => ({
      name: `img/${n}.bin`,
      content: Buffer.concat([Buffer.from(String(n)), randomContent.subarray(16)]),
    }));
    const pages = Array.from({ length: PAGES }, (_, n) => ({
      name: `part ${n % 40}/page ${n}.md`,
      content: `# ${n}\n\n![](../img/${n % MEGABYTES}.bin)\n\n${'Words of the harbor. '.repeat(40)}`,
      deflate: true,
    }));
    return zipBytes([...pages, ...pictures]);
  }

  /** Sends the bytes in pieces, evenly over the duration. */
  async function sendSlowly(bytes: Buffer, headers: Readonly<Record<string, string>>) {
    const boundary = 'octavo-slow';
    const head = Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="large.zip"\r\n\r\n`,
    );
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
    const sending = httpRequest(server.url + plan.path, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + bytes.length + tail.length,
      },
    });
    const responsePromise = once(sending, 'response') as Promise<[IncomingMessage]>;
    responsePromise.catch(() => {});
    sending.write(head);
    for (let at = 0; at < bytes.length && !sending.destroyed; at += MEGABYTE) {
      if (!sending.write(bytes.subarray(at, at + MEGABYTE))) await once(sending, 'drain');
      await pause((SECONDS * 1000) / (bytes.length / MEGABYTE));
    }
    sending.end(tail);
    const [answer] = await responsePromise;
    return { status: answer.statusCode, body: await text(answer) };
  }

  async function waitForState(task_id: number, expectedState: string) {
    for (;;) {
      const now = await browser.callOk(server, status, { task_id });
      if (now.state === expectedState) return now;
      if (now.state === 'failed') throw new Error(now.error);
      await pause(500);
    }
  }

  it('is received over a slow connection and imported in bounded memory', async () => {
    const bytes = archive();
    const { 'content-type': _, ...headers } = browser.headers();
    const begun = performance.now();
    const elapsedSeconds = () => ((performance.now() - begun) / 1000).toFixed(0);
    const { status: code, body } = await sendSlowly(bytes, headers);
    expect(code).toBe(200);
    const { data } = JSON.parse(body) as { data: { task_id: number } };
    const sent = `${(bytes.length / MEGABYTE).toFixed(0)} MB sent in ${elapsedSeconds()} s, ${peakMemoryMb(server.program)} MB`;
    await waitForState(data.task_id, 'planned');
    const planned = `planned at ${elapsedSeconds()} s`;
    await browser.callOk(server, apply, { task_id: data.task_id });
    const { added } = await waitForState(data.task_id, 'done');
    console.log(
      `${sent}; ${planned}; done at ${elapsedSeconds()} s, ${peakMemoryMb(server.program)} MB`,
    );
    expect(added).toBe(PAGES);
    expect(peakMemoryMb(server.program)).toBeLessThan(600);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });

  it('of an unauthenticated caller does not get that much time', async () => {
    const bytes = Buffer.alloc(Math.min(MEGABYTES, 50) * MEGABYTE);
    // The connection may break before the response is received.
    const rejected = await sendSlowly(bytes, {}).catch(() => ({ status: 408 }));
    expect(rejected.status).toBe(408);
    await expect.poll(() => readdir(join(folder, 'incoming')).catch(() => [])).toEqual([]);
  });
});
