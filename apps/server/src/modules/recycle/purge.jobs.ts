import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';

/** Deletes pages and items permanently 30 days after their deletion, by the clock of the database. */
const purge = defineJob({
  name: 'recycle-purge',
  payload: z.object({}),
  schedule: '41 3 * * *',
});

/** Small enough that one statement does not exceed the statement timeout, even with long page histories. */
const BATCH_SIZE = 500;

async function purgeInBatches(purgeBatch: (limit: number) => Promise<number>): Promise<void> {
  while ((await purgeBatch(BATCH_SIZE)) === BATCH_SIZE);
}

export const purgeJobs = [
  handleJob(purge, async ({ repos }) => {
    await purgeInBatches(repos.recycle.purgePages);
    await purgeInBatches(repos.recycle.purgeItemPages);
    await repos.items.purge();
    await repos.pageRequests.deleteExpired();
    await repos.pageLocks.deleteExpired();
  }),
];
