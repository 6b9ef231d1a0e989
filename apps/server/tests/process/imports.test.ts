import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../helpers/browser.ts';
import { createCorpus } from '../helpers/search-corpus.ts';
import { peakMemoryMb } from '../helpers/program.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';
import { zipBytes } from '../helpers/zip-bytes.ts';

/** Number of pages of the archive: 5,000 in the nightly run; without it the tests are skipped. */
const PAGES = Number(process.env['IMPORT_PAGES'] ?? 0);
const OPERATIONS = Number(process.env['IMPORT_OPERATIONS'] ?? 2000);
const MEGABYTE = 1024 * 1024;

const { plan, apply, status } = calls.import;

describe.skipIf(PAGES === 0)('large imports', { timeout: 1_800_000 }, () => {
  let site: Installation;
  let folder: string;
  let web: RunningServer;
  let worker: RunningServer;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-imports-'));
    site = await openInstallation('migrated', { STORAGE_DIR: folder });
    web = await site.start({ ROLES: 'web' });
    worker = await site.start();
    browser = site.newBrowser();
    await browser.callOk(web, calls.user.login, ADMIN);
  });
  afterAll(async () => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function send(bytes: Buffer<ArrayBuffer>, name: string) {
    const body = new FormData();
    body.append('file', new Blob([bytes]), name);
    const { 'content-type': _, ...headers } = browser.headers();
    const answer = await fetch(web.url + plan.path, { method: 'POST', headers, body });
    const { data } = (await answer.json()) as { data: CallResponse<typeof plan> };
    return data.task_id;
  }

  async function waitForState(task_id: number, ...states: readonly string[]) {
    for (;;) {
      const now = await browser.callOk(web, status, { task_id });
      if (states.includes(now.state)) return now;
      if (now.state === 'failed') throw new Error(now.error);
      await pause(200);
    }
  }

  /** Returns the 95th percentile of the read times in milliseconds. */
  async function readLatencyP95(page_id: number, isOver: () => boolean): Promise<number> {
    const latencies: number[] = [];
    while (!isOver() || latencies.length < 200) {
      const begun = performance.now();
      await browser.callOk(web, calls.page.info, { page_id });
      latencies.push(performance.now() - begun);
      await pause(5);
    }
    return latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.95)] ?? 0;
  }

  async function timed<T>(act: () => Promise<T>) {
    const begun = performance.now();
    const result = await act();
    return { result, seconds: ((performance.now() - begun) / 1000).toFixed(1) };
  }

  function archive(): Buffer<ArrayBuffer> {
    const corpus = createCorpus(7);
    const picture = randomBytes(20_000);
    const pages = Array.from({ length: PAGES }, (_, n) => ({
      name: `part ${n % 40}/page ${n}.md`,
      content: `# ${n}\n\n![](../img/${n % 500}.bin)\n\n${corpus.makePage(n).lines.join('\n\n')}`,
      deflate: true,
    }));
    const pictures = Array.from({ length: 500 }, (_, n) => ({
      name: `img/${n}.bin`,
      content: Buffer.concat([picture, Buffer.from(String(n))]),
    }));
    return zipBytes([...pages, ...pictures]) as Buffer<ArrayBuffer>;
  }

  it('of an OpenAPI document finish in time', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: OPERATIONS }, (_, n) => [
        `/thing/${n}`,
        { post: { summary: `Thing ${n}`, tags: [`T${n % 50}`], description: 'x'.repeat(700) } },
      ]),
    );
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Large' }, paths });
    const bytes = Buffer.from(text);
    const task_id = await send(bytes, 'large.json');
    const planned = await timed(() => waitForState(task_id, 'planned'));
    await browser.callOk(web, apply, { task_id });
    const done = await timed(() => waitForState(task_id, 'done'));
    console.log(
      `${OPERATIONS} operations: plan ${planned.seconds} s, apply ${done.seconds} s, ${peakMemoryMb(worker.program)} MB`,
    );
    expect(done.result.added).toBe(OPERATIONS);
  });

  it('of an archive do not slow down readers, and survive the end of their process', async () => {
    const small = Buffer.from('{"openapi":"3.1.0","info":{"title":"S"},"paths":{"/a":{"get":{}}}}');
    const first = await send(small, 'small.json');
    await browser.callOk(web, apply, { task_id: first });
    const { item_id } = await waitForState(first, 'done');
    const { menu } = await browser.callOk(web, calls.item.info, { item_id });
    const page_id = menu.pages[0]?.page_id ?? 0;
    const baseline = await readLatencyP95(page_id, () => true);

    const bytes = archive();
    const task_id = await send(bytes, 'large.zip');
    const planned = await timed(() => waitForState(task_id, 'planned'));
    await browser.callOk(web, apply, { task_id });
    let isOver = false;
    const readers = readLatencyP95(page_id, () => isOver);
    const done = await timed(() => waitForState(task_id, 'done'));
    isOver = true;
    const duringImport = await readers;
    console.log(
      `${PAGES} pages, ${(bytes.length / MEGABYTE).toFixed(0)} MB: plan ${planned.seconds} s, ` +
        `apply ${done.seconds} s, ${peakMemoryMb(worker.program)} MB; readers ${baseline.toFixed(1)} → ${duringImport.toFixed(1)} ms`,
    );
    expect(done.result.added).toBe(PAGES);
    expect(peakMemoryMb(worker.program)).toBeLessThan(600);

    // Imports again and kills the process while it writes.
    const again = await send(bytes, 'large.zip');
    await waitForState(again, 'planned');
    const count = async () => {
      const [row] = await site.database.query<{ n: string }>('select count(*) as n from page');
      return Number(row?.n);
    };
    const before = await count();
    await browser.callOk(web, apply, { task_id: again });
    await waitForState(again, 'running');
    await worker.stop('SIGKILL');
    expect(await count()).toBe(before);
    worker = await site.start();
    const resumed = await timed(() => waitForState(again, 'done'));
    console.log(`killed while it wrote: done by another process after ${resumed.seconds} s`);
    expect(await count()).toBe(before + PAGES);
  });
});
