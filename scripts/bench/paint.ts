import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { median } from './compare.ts';
import { serveStaticPage } from './static-page.ts';

const THROTTLE = 4;

/** An entry of the Element Timing API, which TypeScript does not declare. */
interface PerformanceElementTiming extends PerformanceEntry {
  readonly element: Element | null;
}

/** Milliseconds of a page, of its static copy in the same run, and how many times longer the page takes. */
interface PaintComparison {
  readonly octavo: number;
  readonly static: number;
  readonly ratio: number;
}

/** Measures one visit with an empty cache and a CPU throttled to a quarter. */
async function visit(
  browser: Browser,
  url: string,
  measure: (page: Page) => Promise<number>,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await page.addInitScript(observeText);
  await page.goto(url);
  const time = await measure(page);
  await context.close();
  return time;
}

/** Visits a page and the static copy of its document in turn, so that other load affects both. */
async function compareVisits(
  url: string,
  times: number,
  measure: (page: Page) => Promise<number>,
): Promise<PaintComparison> {
  const copy = await serveStaticPage(url);
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  const octavo: number[] = [];
  const bare: number[] = [];
  try {
    for (let time = 0; time < times; time += 1) {
      octavo.push(await visit(browser, url, measure));
      bare.push(await visit(browser, copy.url, textTime));
    }
  } finally {
    await browser.close();
    await copy.close();
  }
  const ratio = Math.round((median(octavo) / median(bare)) * 100) / 100;
  return { octavo: Math.round(median(octavo)), static: Math.round(median(bare)), ratio };
}

/** Observes the paint of each block of text; the attribute must be set before the block is first painted. */
function observeText(): void {
  new MutationObserver(() => {
    for (const block of document.querySelectorAll('.prose :is(h2, p, th, td):not([elementtiming])'))
      block.setAttribute('elementtiming', 'text');
  }).observe(document, { childList: true, subtree: true });
}

/** When all text of the page in the first screen is visible. */
function textTime(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error('the text was not visible within 60 s')), 60_000);
        const blocks = [...document.querySelectorAll('[elementtiming]')];
        const unpainted = new Set(
          blocks.filter((block) => block.getBoundingClientRect().bottom <= innerHeight),
        );
        let last = 0;
        new PerformanceObserver((list) => {
          for (const { element, startTime } of list.getEntries() as PerformanceElementTiming[])
            if (element && unpainted.delete(element)) last = Math.max(last, startTime);
          if (last > 0 && unpainted.size === 0) resolve(last);
        }).observe({ type: 'element', buffered: true });
      }),
  );
}

/** When the tree is usable: a catalog that is clicked as soon as possible has opened and shows its rows. */
function treeTime(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error('the tree did not open within 60 s')), 60_000);
        const closed = () =>
          document.querySelector<HTMLElement>('[role="treeitem"][aria-expanded="false"]');
        let pressed = '';
        const look = () => {
          const isOpen =
            pressed !== '' &&
            document.querySelector(
              `[data-key="${pressed}"][aria-expanded="true"] + [aria-level="2"]`,
            );
          if (isOpen) return resolve(performance.now());
          // Before hydration a click would navigate to another page.
          const row = closed();
          const isReady = row && Object.keys(row).some((key) => key.startsWith('__reactProps'));
          if (pressed === '' && isReady) {
            pressed = row.dataset['key'] ?? '';
            row.click();
          }
          requestAnimationFrame(look);
        };
        look();
      }),
  );
}

/** Compares when the text of a page is visible with its static copy. */
export function compareText(url: string, times: number): Promise<PaintComparison> {
  return compareVisits(url, times, textTime);
}

/**
 * Compares when the tree of an item is usable with when the static copy of its document shows its text. The copy contains
 * the rows of the tree that the server renders.
 */
export function compareTree(url: string, times: number): Promise<PaintComparison> {
  return compareVisits(url, times, treeTime);
}
