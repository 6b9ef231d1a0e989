import { calls } from '@octavo/contract';
import { expect, vi } from 'vitest';
import type { Browser } from './browser.ts';

/** Milliseconds until `check` no longer throws; it may take `most` of them. */
export async function timeUntil(check: () => Promise<void>, most: number): Promise<number> {
  const begun = performance.now();
  await vi.waitFor(check, { timeout: most, interval: 20 });
  return Math.round(performance.now() - begun);
}

/** Milliseconds until a process no longer knows this login; revocation has five seconds. */
export function timeUntilRefused(browser: Browser, at: { url: string }): Promise<number> {
  return timeUntil(async () => {
    expect((await browser.call(at, calls.user.info, {})).error_code).toBe(10102);
  }, 5000);
}
