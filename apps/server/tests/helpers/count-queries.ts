import { vi } from 'vitest';
import type { TestSite } from './site.ts';
import { WAIT } from './wait.ts';

function lastQueryCount(site: TestSite, begun: number): number {
  const line = site.logLines.slice(begun).findLast((logged) => logged.includes('"queries"'));
  if (line === undefined) throw new Error('no request was logged');
  return (JSON.parse(line) as { queries: number }).queries;
}

/**
 * Returns the number of statements of a repeated call: the minimum of several runs after a first one that fills the
 * caches. The clock of the caches stands still meanwhile, because on a slow machine entries would expire between runs.
 */
export async function countQueries(site: TestSite, act: () => Promise<unknown>): Promise<number> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  try {
    await act();
    let fewest = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 5; run += 1) {
      const begun = site.logLines.length;
      await act();
      fewest = Math.min(fewest, await vi.waitFor(() => lastQueryCount(site, begun), WAIT));
    }
    return fewest;
  } finally {
    clock.mockRestore();
  }
}
