import type { Locator, Page } from '@playwright/test';
import { calls } from '@octavo/contract';
import { liveDocuments } from '../apps/web/src/features/page-editor/live/tests/documents.ts';
import { expect, test } from './fixtures.ts';
import { livePage } from './live-page.ts';
import { makeSampleItem } from './sample-item.ts';

/** The samples; `npm run nightly live-round-trip` opens all 500 documents. */
const COUNT = Number(process.env['LIVE_DOCUMENTS'] ?? 20);
const SEED = Number(process.env['SEED'] ?? 44);
/** Each test opens at most so many documents, so that a nightly run uses several workers. */
const PART_SIZE = 125;
/** Keys through the lines of a document; long ones continue by screens. */
const LINE_STEPS = 24;
const SCREEN_STEPS = 4;
const CLICKS = 2;

const KINDS = [
  'table',
  'image',
  'callout',
  'endpoint',
  'code',
  'diagram',
  'formula',
  'html',
] as const;

// A trace of thousands of keys would take longer than the test.
test.use({ trace: 'off' });
test.describe.configure({ mode: 'parallel' });

/** Scrolls from the top to the end, waits for each block on the way and returns the kinds of the drawn blocks. */
async function scrollThrough(source: Locator): Promise<Set<string>> {
  const kinds = new Set<string>();
  // A block keeps its estimated height until it is drawn.
  const waiting = source.locator('.live-block > .prose[style*="min-height"]');
  for (let screen = 0; ; screen += 1) {
    const isMoved = await source.evaluate(async (content, isFirst) => {
      const scroller = content.parentElement;
      if (!scroller) throw new Error('not in a document');
      const before = scroller.scrollTop;
      scroller.scrollTop = isFirst ? 0 : before + scroller.clientHeight * 0.8;
      const isAtEnd = scroller.scrollTop <= before;
      // The blocks of the visible text are found in the first frame and inserted before the second one.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return isFirst || !isAtEnd;
    }, screen === 0);
    if (!isMoved) return kinds;
    await expect(waiting).toHaveCount(0);
    const classes = await source
      .locator('.live-block')
      .evaluateAll((blocks) => blocks.flatMap(({ classList }) => [...classList]));
    for (const name of classes) kinds.add(name.replace('live-block-', ''));
  }
}

/** Moves the cursor into and out of blocks, with keys and with the mouse. */
async function moveCursor(page: Page, source: Locator): Promise<void> {
  // The browser handles the keys in their order without waiting for each of them.
  const press = (key: string, count = 1) =>
    Promise.all(Array.from({ length: count }, () => page.keyboard.press(key)));
  await source.focus();
  await press('ControlOrMeta+Home');
  await press('ArrowDown', LINE_STEPS);
  await press('ArrowRight', 3);
  await press('PageDown', SCREEN_STEPS);
  await press('ControlOrMeta+End');
  await press('ArrowUp', LINE_STEPS / 2);
  await press('Shift+ArrowUp', 3);
  await press('ArrowLeft');
  for (let at = 0; at < CLICKS; at += 1) {
    const point = await source.evaluate((content, index) => {
      const block = content.querySelectorAll('.live-block:not(.live-drawing)')[index];
      block?.scrollIntoView({ block: 'center' });
      const box = block?.getBoundingClientRect();
      if (!block || !box) return undefined;
      const x = box.x + 40;
      const y = box.y + box.height / 2;
      // A click beside the block could use a button of the toolbar.
      return block.contains(document.elementFromPoint(x, y)) ? { x, y } : undefined;
    }, at);
    if (point) await page.mouse.click(point.x, point.y);
  }
}

/** Collects what the editor copies. */
async function collectCopies(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const copies: string[] = [];
    Object.assign(globalThis, { copies });
    document.addEventListener('copy', ({ clipboardData }) =>
      copies.push(clipboardData?.getData('text/plain') ?? ''),
    );
  });
}

/** The text that the editor copies when all of it is selected. */
async function copyAll(page: Page, source: Locator): Promise<string | undefined> {
  await source.focus();
  // In a table, the first key selects the cell.
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+c');
  const takeCopy = () => page.evaluate('copies.shift()') as Promise<string | undefined>;
  let copied: string | undefined;
  await expect.poll(async () => (copied = await takeCopy())).toBeDefined();
  return copied;
}

/** Goes to the editor of another page as links do, without loading the scripts again. */
function navigate(page: Page, url: string): Promise<void> {
  return page.evaluate((to) => {
    history.pushState({ key: to }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, url);
}

for (let first = 0; first < COUNT; first += PART_SIZE) {
  const end = Math.min(first + PART_SIZE, COUNT);
  test(`the documents ${first} to ${end - 1} pass through Live without a changed byte`, async ({
    page,
    context,
    site,
    text,
  }) => {
    test.setTimeout(300_000 + (end - first) * 30_000);
    // Images of other sites cannot be loaded in a test.
    await context.route(
      (url) => !url.href.startsWith(site.url),
      (route) => route.abort(),
    );
    const { item_id, pages, call } = await makeSampleItem(page, site);
    const live = livePage(page, text);
    const documents = liveDocuments(SEED).slice(first, end);
    expect(documents).toHaveLength(end - first);
    const drawnKinds = new Set<string>();
    await collectCopies(page);
    await live.open(item_id, pages.retrieve);
    await live.choose('live');
    // A block above that is drawn meanwhile moves the clicked one, and a click on the bars of a table edits it.
    await page.addStyleTag({ content: '.live-block button { pointer-events: none; }' });

    for (const [index, content] of documents.entries())
      await test.step(`document ${first + index} of seed ${SEED}`, async () => {
        const page_title = `Document ${first + index}`;
        const input = { item_id, cat_id: 0, page_title, page_content: content };
        const { page_id, version } = await call(calls.page.save, input);
        const normalized = content.replaceAll(/\r\n?/g, '\n');
        await navigate(page, `/page/edit/${item_id}/${page_id}`);
        await expect(live.title).toHaveValue(page_title);
        await expect(page.getByText(text('editor.marksShown'))).toBeVisible();
        for (const kind of await scrollThrough(live.source)) drawnKinds.add(kind);
        await moveCursor(page, live.source);
        expect(await copyAll(page, live.source)).toBe(normalized);
        for (const mode of ['read', 'write', 'split', 'live'] as const) {
          await page.keyboard.press('Control+\\');
          await expect(live.mode(mode)).toBeChecked();
        }
        for (const mode of ['split', 'write', 'live'] as const) {
          await live.choose(mode);
          await expect(live.mode(mode)).toBeChecked();
        }
        expect(await copyAll(page, live.source)).toBe(normalized);
        await expect(page.getByText(text('editor.unchanged'), { exact: true })).toBeVisible();
        // A save sends the text of the editor, which has the line ends of CodeMirror.
        if (content === normalized) {
          await live.save();
          await expect(live.saved).toBeVisible();
        }
        const stored = await call(calls.page.info, { page_id });
        expect(stored.page_content).toBe(content);
        expect(stored.version).toBe(version);
      });

    // The first documents have every kind of block.
    if (first === 0)
      expect([...drawnKinds]).toEqual(
        expect.arrayContaining(KINDS.filter((kind) => kind !== 'endpoint' || COUNT > 100)),
      );
    const drafts = await site.query(
      'select 1 from page_draft join page using (page_id) where page.item_id = $1',
      [item_id],
    );
    expect(drafts).toEqual([]);
    await page.goto('/user/drafts');
    await expect(page.getByText(text('drafts.emptyTitle'))).toBeVisible();
  });
}
