import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Keeps requests waiting until they are released, as a slow line does. */
export async function holdRequests(page: Page, glob: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(glob, async (route) => {
    await promise;
    await route.continue();
  });
  return { release: resolve };
}

/** Ctrl+K as soon as the document reacts to it, while its scripts are still held. */
export async function pressPaletteKey(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k');
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('input');
  }).toPass();
}

/** The hit in the excerpt of a palette's line can be seen. */
export async function expectMarkShown(option: Locator): Promise<void> {
  const isShown = await option
    .locator('mark')
    .first()
    .evaluate((mark) => {
      const line = mark.parentElement?.getBoundingClientRect();
      return line !== undefined && mark.getBoundingClientRect().right <= line.right;
    });
  expect(isShown).toBe(true);
}
