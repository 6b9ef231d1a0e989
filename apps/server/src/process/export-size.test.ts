import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@octavo/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../testing/browser.ts';
import { peakOf } from '../testing/program.ts';
import { ADMIN, openInstallation } from '../testing/spawn.ts';
import type { Installation, RunningServer } from '../testing/spawn.ts';
import { unzip } from '../testing/unzip.ts';

/** `npm run nightly export` sets it; without it there is nothing to measure. */
const PAGES = Number(process.env['EXPORT_PAGES'] ?? 0);
const MINUTES = 60_000;

const TEXT = readFileSync(
  new URL('../../../../packages/markdown/src/golden/api-zh.md', import.meta.url),
  'utf8',
);

describe.skipIf(PAGES === 0)('a Word document of many pages', () => {
  let site: Installation;
  let folder: string;
  let web: RunningServer;
  let worker: RunningServer;
  let browser: Browser;
  let item_id: number;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-export-'));
    site = await openInstallation('migrated', { STORAGE_DIR: folder });
    web = await site.start({ ROLES: 'web' });
    worker = await site.start({ ROLES: 'web,worker' });
    browser = site.newBrowser();
    await browser.must(web, calls.user.login, ADMIN);
    ({ item_id } = await browser.must(web, calls.item.add, { item_name: 'Large' }));
    await site.database.query(
      `with made as (
         insert into page (item_id, page_title, author_username)
         select $1, '第 ' || n || ' 页', 'somebody' from generate_series(1, $2::int) n
         returning page_id
       )
       insert into page_body (page_id, item_id, page_content) select page_id, $1, $3 from made`,
      [item_id, PAGES, TEXT],
    );
  }, 2 * MINUTES);
  afterAll(async () => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The time that all but the slowest twentieth of reads takes, in ms. */
  async function reading(until: () => Promise<boolean>): Promise<number> {
    const [row] = await site.database.query<{ page_id: string }>(
      'select min(page_id) as page_id from page where item_id = $1',
      [item_id],
    );
    const page_id = Number(row?.page_id);
    const times: number[] = [];
    do {
      for (let count = 0; count < 50; count += 1) {
        const begun = performance.now();
        await browser.must(web, calls.page.info, { page_id });
        times.push(performance.now() - begun);
      }
    } while (!(await until()));
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  }

  const begin = () => browser.must(web, calls.export.begin, { item_id, format: 'word' });
  const state = (task_id: number) => browser.must(web, calls.export.status, { task_id });

  async function titles(task_id: number): Promise<number> {
    const url = `${web.url}${calls.export.download.path}?task_id=${task_id}`;
    const answer = await fetch(url, { headers: browser.headers() });
    const files = await unzip(Buffer.from(await answer.arrayBuffer()));
    const xml = files.get('word/document.xml')?.toString() ?? '';
    return xml.match(/<w:pStyle w:val="Heading1"\/>/g)?.length ?? 0;
  }

  it(
    'takes little memory and nobody else’s time',
    async () => {
      let rounds = 0;
      const alone = await reading(async () => (rounds += 1) > 10);
      const begun = performance.now();
      const { task_id } = await begin();
      const beside = await reading(async () => {
        const { state: now } = await state(task_id);
        return now === 'done' || now === 'failed';
      });
      const seconds = (performance.now() - begun) / 1000;
      console.log(
        `${PAGES} pages: ${seconds.toFixed(1)} s, ${peakOf(worker.program)} MB at most; ` +
          `page/info p95 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside it`,
      );
      expect(await state(task_id)).toMatchObject({ state: 'done' });
      expect(await titles(task_id)).toBe(PAGES);
      expect(peakOf(worker.program)).toBeLessThan(600);
      expect(beside / alone).toBeLessThan(1.5);
    },
    20 * MINUTES,
  );

  it(
    'is there once though its worker was killed on the way',
    async () => {
      const { task_id } = await begin();
      await expect
        .poll(async () => (await state(task_id)).done, { timeout: 2 * MINUTES })
        .toBeGreaterThan(0);
      worker.program.signal('SIGKILL');
      await worker.program.ended;
      expect((await state(task_id)).state).toBe('running');
      worker = await site.start({ ROLES: 'web,worker' });
      await expect
        .poll(async () => (await state(task_id)).state, { timeout: 10 * MINUTES })
        .toBe('done');
      expect(await titles(task_id)).toBe(PAGES);
      const files = await site.database.query('select from task_file where task_id = $1', [
        task_id,
      ]);
      expect(files).toHaveLength(1);
    },
    15 * MINUTES,
  );
});
