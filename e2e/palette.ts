import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Delays requests until they are released, like a slow connection. */
export async function delayRequests(page: Page, glob: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(glob, async (route) => {
    await promise;
    await route.continue();
  });
  return { release: resolve };
}

/** Presses Ctrl+K until the document reacts to it, while its scripts are still delayed. */
export async function pressPaletteKey(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k');
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('input');
  }).toPass();
}

/** Expects that the highlighted match in a palette row is not cut off. */
export async function expectMatchVisible(option: Locator): Promise<void> {
  const isVisible = await option
    .locator('mark')
    .first()
    .evaluate((mark) => {
      const line = mark.parentElement?.getBoundingClientRect();
      return line !== undefined && mark.getBoundingClientRect().right <= line.right;
    });
  expect(isVisible).toBe(true);
}
