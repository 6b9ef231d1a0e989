import { vi } from 'vitest';
import type { TestSite } from './site.ts';
import { WAIT } from './wait.ts';

function lastQueryCount(site: TestSite, begun: number): number {
  const line = site.logLines.slice(begun).findLast((logged) => logged.includes('"queries"'));
  if (line === undefined) throw new Error('no request was logged');
  return (JSON.parse(line) as { queries: number }).queries;
}

/**
 * Returns the number of statements of a repeated call with warm caches. It takes the minimum of several runs,
 * because cache entries can expire during a run on a slow machine.
 */
export async function countQueries(site: TestSite, act: () => Promise<unknown>): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 6; tries += 1) {
    const begun = site.logLines.length;
    await act();
    fewest = Math.min(fewest, await vi.waitFor(() => lastQueryCount(site, begun), WAIT));
  }
  return fewest;
}
