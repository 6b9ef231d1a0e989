import type { Page } from '@playwright/test';

export const DESKTOP = { width: 1440, height: 900 };

/** Counts document requests; navigation inside an item needs none. */
export function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count += 1;
  });
  return () => count;
}

export const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Waits until the script has hydrated the server-rendered page. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('.prose .copy').first().waitFor();
}
