import { chromium } from '@playwright/test';
import type { CDPSession, Page } from '@playwright/test';
import { calls } from '@octavo/contract';
import { uniqueName, registerByApi } from '../../e2e/users.ts';
import { createCaller } from '../../e2e/sample-item.ts';
import { openSite } from '../../e2e/site.ts';
import { tableEditor } from '../../e2e/table-editor.ts';

/** Measures how long a table of the maximum supported size takes to open, scroll, save and read. */

const [SHEETS, ROWS, COLUMNS] = [5, Number(process.env['TABLE_ROWS'] ?? 5000), 20];
/** Ten times the duration on two cores; anything slower is a defect. */
const MAX_SECONDS = 120;

function makeTableContent(): string {
  const row = (sheet: number, at: number) =>
    Array.from({ length: COLUMNS }, (_, column) =>
      column % 4 === 0 ? String(at * COLUMNS + column) : `s${sheet} r${at} c${column} 字段`,
    );
  return JSON.stringify(
    Array.from({ length: SHEETS }, (_, sheet) => ({
      name: `Sheet ${sheet + 1}`,
      rows: Array.from({ length: ROWS }, (__, at) => row(sheet, at)),
    })),
  );
}

async function timed(what: string, act: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await act();
  const seconds = (performance.now() - start) / 1000;
  console.log(`${what}: ${seconds.toFixed(2)} s`);
  if (seconds > MAX_SECONDS) throw new Error(`${what} took longer than ${MAX_SECONDS} s`);
}

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Returns a function that reads the longest time for which the page was blocked. */
async function trackLongTasks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const blocks: number[] = [];
    Object.assign(globalThis, { blocks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) blocks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  return () =>
    page.evaluate(() => {
      const { blocks } = globalThis as unknown as { blocks: number[] };
      return Math.max(0, ...blocks.splice(0));
    });
}

const site = await openSite('localhost');
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
  });
  context.setDefaultTimeout(MAX_SECONDS * 1000);
  const page = await context.newPage();
  const readLongestTask = await trackLongTasks(page);
  await page.goto('/');
  await registerByApi(page, site, uniqueName('mei'));
  const call = createCaller(page.request, site);
  const { item_id } = await call(calls.item.add, { item_name: 'Large', item_type: 4 });
  const { default_page_id: page_id } = await call(calls.item.info, { item_id });
  const page_content = makeTableContent();
  console.log(`${SHEETS} × ${ROWS} × ${COLUMNS}: ${(page_content.length / 1e6).toFixed(1)} MB`);
  await timed('save by a call', () => call(calls.page.save, { page_id, page_content }));
  const session = await context.newCDPSession(page);
  const logLongestTask = async () =>
    console.log(`  longest block: ${(await readLongestTask()).toFixed(0)} ms`);
  const logHeap = async () => console.log(`  heap: ${((await heap(session)) / 1e6).toFixed(0)} MB`);

  const grid = page.getByRole('grid');
  await timed('read: first screen', async () => {
    await page.goto(`/${item_id}`);
    await page.getByText('s0 r5 c1 字段').first().waitFor();
  });
  await timed('read: whole table', () => grid.waitFor());
  await logLongestTask();
  await timed('read: to the last row', async () => {
    await grid.focus();
    await page.keyboard.press('Control+End');
    await grid.getByText(`s0 r${ROWS - 1} c1 字段`).waitFor();
  });
  await timed('read: find', async () => {
    await page.getByRole('searchbox').fill(`r${ROWS - 7} c3 `);
    await page.locator('td[data-hit]').first().waitFor();
  });
  await logLongestTask();
  await logHeap();

  const table = tableEditor(page);
  await timed('edit: open', async () => {
    await page.goto(`/page/edit/${item_id}/${page_id}`);
    await table.grid.waitFor();
    await table.select(1, 0);
    await table.formulaBar.getByText('s0 r0 c1 字段').waitFor();
  });
  await logLongestTask();
  await logHeap();
  await timed('edit: 20 wheel events', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await page.mouse.wheel(0, 2000);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  });
  await logLongestTask();
  await timed('edit: a cell', async () => {
    await table.select(2, 3);
    await page.keyboard.type('typed');
    await page.keyboard.press('Enter');
    await page.getByText('Unsaved changes').waitFor();
  });
  await logLongestTask();
  await timed('edit: draft saved on the device', () =>
    page.getByText('Draft saved on this device').waitFor(),
  );
  await logLongestTask();
  await timed('edit: save', async () => {
    await page.keyboard.press('Control+s');
    await page.getByText(/^Saved \d/).waitFor();
  });
  await logLongestTask();
  await logHeap();
  const stored = await call(calls.page.info, { page_id });
  if (!stored.page_content.includes('"typed"')) throw new Error('the cell was not saved');
  console.log(`stored: ${(stored.page_content.length / 1e6).toFixed(1)} MB`);
} finally {
  await browser.close();
  await site.close();
}
