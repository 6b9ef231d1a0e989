import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@octavo/contract';
import type { ExportFormat } from '@octavo/contract/export-format';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryOf, processTree } from '../../src/modules/export/chromium.ts';
import type { Browser } from '../helpers/browser.ts';
import { peakMemoryMb } from '../helpers/program.ts';
import type { Program } from '../helpers/program.ts';
import { ADMIN, openInstallation } from '../helpers/installation.ts';
import type { Installation, RunningServer } from '../helpers/installation.ts';
import { unzip } from '../helpers/unzip.ts';

/** Set by `npm run nightly export`; without it the tests are skipped. */
const PAGES = Number(process.env['EXPORT_PAGES'] ?? 0);
/** The formats to test: `EXPORT_FORMATS=html,pdf npm run nightly export`. */
const FORMATS = (process.env['EXPORT_FORMATS'] ?? 'word,markdown,html,openapi,pdf').split(
  ',',
) as ExportFormat[];
const MINUTES = 60_000;
const MEGABYTE = 1024 * 1024;
/** From poppler, installed where the nightly tests run. */
const PDF_TO_TEXT = process.env['PDF_TO_TEXT'] ?? 'pdftotext';

const TEXT = readFileSync(
  new URL('../../../../packages/markdown/tests/golden/api-zh.md', import.meta.url),
  'utf8',
);

/** Returns how many of the pages a file contains. */
const countPages: Readonly<Record<ExportFormat, (bytes: Buffer) => Promise<number>>> = {
  word: async (bytes) => {
    const xml = (await unzip(bytes)).get('word/document.xml')?.toString() ?? '';
    return xml.match(/<w:pStyle w:val="Heading1"\/>/g)?.length ?? 0;
  },
  markdown: async (bytes) =>
    [...(await unzip(bytes)).keys()].filter((name) => name.endsWith('.md')).length,
  html: async (bytes) =>
    [...(await unzip(bytes)).keys()].filter((name) => /^第.*\.html$/.test(name)).length,
  openapi: async (bytes) => {
    const { paths } = JSON.parse(bytes.toString()) as { paths: Record<string, unknown> };
    return Object.keys(paths).length;
  },
  // Every page contains a unique URL.
  pdf: async (bytes) => {
    const isOne = bytes.subarray(0, 5).toString() === '%PDF-';
    const found = [...(isOne ? [bytes] : (await unzip(bytes)).values())].flatMap((input) =>
      execFileSync(PDF_TO_TEXT, ['-', '-'], { input, maxBuffer: 1024 * MEGABYTE })
        .toString()
        .match(/register\/\d+/g),
    );
    return new Set(found).size;
  },
};

describe.skipIf(PAGES === 0)('an export of many pages', () => {
  let site: Installation;
  let folder: string;
  let web: RunningServer;
  let worker: RunningServer;
  let browser: Browser;
  let item_id: number;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-export-'));
    site = await openInstallation('migrated', {
      STORAGE_DIR: folder,
      PDF_CHROMIUM: '/usr/bin/chromium',
      PDF_SANDBOX: '0',
    });
    web = await site.start({ ROLES: 'web' });
    worker = await site.start({ ROLES: 'web,worker' });
    browser = site.newBrowser();
    await browser.callOk(web, calls.user.login, ADMIN);
    ({ item_id } = await browser.callOk(web, calls.item.add, { item_name: 'Large' }));
    await site.database.query(
      `with made as (
         insert into page (item_id, page_title, author_username)
         select $1, '第 ' || n || ' 页', 'author' from generate_series(1, $2::int) n
         returning page_id
       )
       insert into page_body (page_id, item_id, page_content)
       select page_id, $1, replace($3, '/register', '/register/' || page_id) from made`,
      [item_id, PAGES, TEXT],
    );
  }, 2 * MINUTES);
  afterAll(async () => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Returns the 95th percentile of the read times in milliseconds. */
  async function readLatencyP95(until: () => Promise<boolean>): Promise<number> {
    const [row] = await site.database.query<{ page_id: string }>(
      'select min(page_id) as page_id from page where item_id = $1',
      [item_id],
    );
    const page_id = Number(row?.page_id);
    const times: number[] = [];
    do {
      for (let count = 0; count < 50; count += 1) {
        const begun = performance.now();
        await browser.callOk(web, calls.page.info, { page_id });
        times.push(performance.now() - begun);
      }
    } while (!(await until()));
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  }

  const startExport = (format: ExportFormat) =>
    browser.callOk(web, calls.export.begin, { item_id, format });
  const state = (task_id: number) => browser.callOk(web, calls.export.status, { task_id });

  async function downloadExport(task_id: number): Promise<Buffer> {
    const url = `${web.url}${calls.export.download.path}?task_id=${task_id}`;
    const answer = await fetch(url, { headers: browser.headers() });
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Returns the memory of the printing browser, which is a child process of the worker. */
  async function childMemoryMb(program: Program): Promise<number> {
    const family = await processTree(program.pid);
    const memorySizes = await Promise.all(
      family.filter((pid) => pid !== program.pid).map(memoryOf),
    );
    return memorySizes.reduce((sum, bytes) => sum + bytes, 0) / MEGABYTE;
  }

  it.each(FORMATS)(
    'needs little memory and does not slow down readers: %s',
    async (format) => {
      // A new process, so that its peak memory belongs to this format only.
      await worker.stop();
      worker = await site.start({ ROLES: 'web,worker' });
      let rounds = 0;
      const baseline = await readLatencyP95(async () => (rounds += 1) > 10);
      const begun = performance.now();
      let children = 0;
      const { task_id } = await startExport(format);
      const duringExport = await readLatencyP95(async () => {
        children = Math.max(children, await childMemoryMb(worker.program));
        const { state: now } = await state(task_id);
        return now === 'done' || now === 'failed';
      });
      const seconds = (performance.now() - begun) / 1000;
      const bytes = await downloadExport(task_id);
      console.log(
        `${PAGES} pages as ${format}: ${seconds.toFixed(1)} s, ${(bytes.length / MEGABYTE).toFixed(1)} MB; ` +
          `held ${peakMemoryMb(worker.program)} MB at most, its browser ${children.toFixed(0)} MB; ` +
          `page/info p95 ${baseline.toFixed(1)} ms alone, ${duringExport.toFixed(1)} ms beside it`,
      );
      expect(await state(task_id)).toMatchObject({ state: 'done', reason: '' });
      expect(await countPages[format](bytes)).toBe(PAGES);
      expect(peakMemoryMb(worker.program)).toBeLessThan(600);
      expect(duringExport / baseline).toBeLessThan(1.5);
    },
    20 * MINUTES,
  );

  it(
    'exists once even if its worker was killed during the export',
    async () => {
      const { task_id } = await startExport('word');
      await expect
        .poll(async () => (await state(task_id)).done, { timeout: 2 * MINUTES })
        .toBeGreaterThan(0);
      worker.program.signal('SIGKILL');
      await worker.program.exited;
      expect((await state(task_id)).state).toBe('running');
      worker = await site.start({ ROLES: 'web,worker' });
      await expect
        .poll(async () => (await state(task_id)).state, { timeout: 10 * MINUTES })
        .toBe('done');
      expect(await countPages.word(await downloadExport(task_id))).toBe(PAGES);
      const files = await site.database.query('select from task_file where task_id = $1', [
        task_id,
      ]);
      expect(files).toHaveLength(1);
    },
    15 * MINUTES,
  );
});
