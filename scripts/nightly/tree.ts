import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { median } from '../bench/compare.ts';
import { openBenchEnvironment } from '../bench/environment.ts';
import { fillItems } from '../bench/fill-items.ts';

/**
 * Measures how long the tree of an item with 20,000 pages takes from an input to the next paint, for an editor and with
 * a CPU throttled to a quarter. `nested` has 20 catalogs with 10 catalogs of 100 pages each, `flat` all pages in a row.
 */

const PAGES = Number(process.env['TREE_PAGES'] ?? 20_000);
const TIMES = 20;
const THROTTLE = 4;

/** Starts to wait for an event; the result is the time from the event to the paint after it. */
async function timeToPaint(page: Page, event: string, act: () => Promise<void>): Promise<number> {
  const time = page.evaluateHandle((type) => {
    const result = new Promise<number>((resolve) => {
      const listen = ({ timeStamp }: Event) =>
        requestAnimationFrame(() => {
          // A message that is posted in a frame arrives after it is painted.
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now() - timeStamp));
          port1.start();
          port2.postMessage(0);
        });
      addEventListener(type, listen, { capture: true, once: true });
    });
    return { result };
  }, event);
  const handle = await time;
  await act();
  return handle.evaluate(({ result }) => result);
}

/** The pages that are visible in the tree, from the top. */
function visiblePages(tree: Locator): Promise<{ key: string; x: number; y: number }[]> {
  return tree.evaluate((list) => {
    const { top, bottom } = list.getBoundingClientRect();
    return [...list.querySelectorAll<HTMLElement>('[data-key^="p"]')].flatMap((row) => {
      const { x, y, height } = row.getBoundingClientRect();
      if (y < top || y + height > bottom) return [];
      return [{ key: row.dataset['key'] ?? '', x: x + 60, y: y + height / 2 }];
    });
  });
}

async function repeat(act: (time: number) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) times.push(await act(time));
  return times;
}

const print = (name: string, times: readonly number[]) =>
  console.log(
    `${name}: median ${median(times).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
  );

/** Drags a page three rows down: the first move starts the drag. */
async function dragPages(page: Page, tree: Locator) {
  const starts: number[] = [];
  const moves: number[] = [];
  const drops: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const before = await visiblePages(tree);
    const [from, , , to] = before.slice(2);
    if (!from || !to) throw new Error('too few pages are visible');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    starts.push(await timeToPaint(page, 'pointermove', () => page.mouse.move(from.x, from.y + 8)));
    moves.push(await timeToPaint(page, 'pointermove', () => page.mouse.move(to.x, to.y + 8)));
    drops.push(await timeToPaint(page, 'pointerup', () => page.mouse.up()));
    const after = await visiblePages(tree);
    if (after[2]?.key === from.key) throw new Error('the page was not moved');
    await page.waitForLoadState('networkidle');
  }
  return { starts, moves, drops };
}

const folder = await mkdtemp(path.join(tmpdir(), 'octavo-tree-'));
const field = await openBenchEnvironment(folder);
const { origin } = field.headers;
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // Commands are accepted only from the public address of the site.
    `--host-resolver-rules=MAP ${new URL(origin).host} ${new URL(field.stack.url).host}`,
  ],
});
try {
  const items = await fillItems(field.databaseUrl, field.owner, [
    { name: 'nested', pages: PAGES, catalogs: [20, 10] },
    { name: 'flat', pages: PAGES },
  ]);
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
  });
  const [cookieName = '', value = ''] = field.headers.cookie.split('=');
  await context.addCookies([{ name: cookieName, value, url: origin }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const [nested, flat] = items;
  if (!nested || !flat) throw new Error('the items are missing');
  for (const [name, item] of Object.entries({ nested, flat })) {
    await page.goto(`${origin}/${item.item_id}/${item.first}`);
    const tree = page.getByRole('tree');
    const rows = tree.locator('[role="treeitem"][aria-level]');
    // Only the tree of editors can select several rows.
    await page.locator('[role="tree"][aria-multiselectable="true"]').waitFor();
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
    if (name === 'nested') {
      const catalog = rows.filter({ hasText: 'Part 1' }).first();
      print(
        'nested: open or close a catalog',
        await repeat(() => timeToPaint(page, 'click', () => catalog.click())),
      );
    }
    const search = page.getByRole('search').getByRole('textbox');
    print(
      `${name}: filter`,
      await repeat(async (time) => {
        const taken = await timeToPaint(page, 'input', () => search.fill(`Call 1${time}`));
        await page.waitForLoadState('networkidle');
        return taken;
      }),
    );
    await search.fill('');
    await rows.first().waitFor();
    await tree.evaluate((list) => list.scrollTo({ top: 0 }));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const { starts, moves, drops } = await dragPages(page, tree);
    print(`${name}: start a drag`, starts);
    print(`${name}: drag`, moves);
    print(`${name}: drop`, drops);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
} finally {
  await browser.close();
  await field.close();
  await rm(folder, { recursive: true });
}
