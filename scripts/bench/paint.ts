import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { median } from './compare.ts';

const THROTTLE = 4;

/** Measures several visits with an empty browser profile and a CPU throttled to a quarter. */
async function visit<T>(
  url: string,
  times: number,
  measure: (page: Page) => Promise<T>,
): Promise<T[]> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  const results: T[] = [];
  for (let time = 0; time < times; time += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
    await page.goto(url);
    results.push(await measure(page));
    await context.close();
  }
  await browser.close();
  return results;
}

/** Measures when the text of a page is visible: it is the largest contentful paint of the document. */
export async function timeToText(
  url: string,
  times: number,
): Promise<{ first: number; text: number }> {
  const results = await visit(url, times, async (page) => {
    await page.locator('.prose').first().waitFor();
    return page.evaluate(
      () =>
        new Promise<{ first: number; text: number }>((resolve) => {
          const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
          new PerformanceObserver((list) => {
            resolve({ first, text: list.getEntries().at(-1)?.startTime ?? 0 });
          }).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
  });
  return {
    first: Math.round(median(results.map(({ first }) => first))),
    text: Math.round(median(results.map(({ text }) => text))),
  };
}

/**
 * Measures the time until the tree is usable: a catalog that is clicked as soon as possible has opened and shows
 * its rows.
 */
export async function timeToTree(url: string, times: number): Promise<number> {
  const results = await visit(url, times, async (page) =>
    page.evaluate(
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
    ),
  );
  return Math.round(median(results));
}
