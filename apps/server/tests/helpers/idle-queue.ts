import { vi } from 'vitest';
import type { TestDatabase } from './database.ts';
import { WAIT } from './wait.ts';

/** Waits until every queued job is done or has failed permanently. */
export async function waitForIdleQueue(database: TestDatabase): Promise<void> {
  await vi.waitFor(async () => {
    const pendingJobs = await database.query(
      String.raw`select name from pgboss.job
          where state in ('created', 'retry', 'active') and name not like '\_\_%'`,
    );
    if (pendingJobs.length > 0) throw new Error(`${pendingJobs.length} jobs are pending`);
  }, WAIT);
}
