import type { Page } from '@playwright/test';

const KEYS = 40;

/** Returns the milliseconds from each key press to the frame that shows it. */
export async function typeInto(page: Page): Promise<number[]> {
  const content = page.locator('.cm-content').first();
  await content.waitFor();
  await content.focus();
  await page.keyboard.press('Control+Home');
  await page.evaluate(() => {
    const taken: number[] = [];
    Object.assign(globalThis, { taken });
    addEventListener(
      'keydown',
      () => {
        const start = performance.now();
        // A task that runs after the frame was rendered.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => taken.push(performance.now() - start));
          port1.start();
          port2.postMessage(0);
        });
      },
      { capture: true },
    );
  });
  for (let key = 1; key <= KEYS; key += 1) {
    await page.keyboard.press('a');
    await page.waitForFunction(
      (count) => (globalThis as unknown as { taken: number[] }).taken.length >= count,
      key,
    );
  }
  const all = await page.evaluate(() => (globalThis as unknown as { taken: number[] }).taken);
  // The first keys are slower because code is not warm yet.
  return all.slice(5);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
