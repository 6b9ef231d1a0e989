import { vi } from 'vitest';
import { CACHE_TTL_MS } from '../../src/realtime/loading-cache.ts';
import type { TestSite } from './site.ts';
import { WAIT } from './wait.ts';

function lastQueryCount(site: TestSite, begun: number): number {
  const line = site.logLines.slice(begun).findLast((logged) => logged.includes('"queries"'));
  if (line === undefined) throw new Error('no request was logged');
  return (JSON.parse(line) as { queries: number }).queries;
}

/**
 * Returns the number of statements of a repeated call with warm caches: the minimum of several runs, at least one of
 * which ended before the entries that the run before it had loaded could expire. A slow machine needs more runs.
 */
export async function countQueries(site: TestSite, act: () => Promise<unknown>): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY;
  let isWarm = false;
  let previousStart = Number.NEGATIVE_INFINITY;
  for (let tries = 0; tries < 6 || (!isWarm && tries < 100); tries += 1) {
    const startedAt = performance.now();
    const begun = site.logLines.length;
    await act();
    isWarm ||= performance.now() - previousStart < CACHE_TTL_MS;
    previousStart = startedAt;
    fewest = Math.min(fewest, await vi.waitFor(() => lastQueryCount(site, begun), WAIT));
  }
  return fewest;
}
