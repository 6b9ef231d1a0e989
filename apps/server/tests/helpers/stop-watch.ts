import { calls } from '@octavo/contract';
import { expect, vi } from 'vitest';
import type { Browser } from './browser.ts';
import { WAIT } from './wait.ts';

/** Returns the milliseconds until `check` no longer throws. */
export async function timeUntil(check: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await vi.waitFor(check, WAIT);
  return Math.round(performance.now() - begun);
}

/** Returns the milliseconds until a process rejects this session. */
export function timeUntilLoggedOut(browser: Browser, at: { url: string }): Promise<number> {
  return timeUntil(async () => {
    expect((await browser.call(at, calls.user.info, {})).error_code).toBe(10102);
  });
}
