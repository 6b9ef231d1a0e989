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
const AT_ONCE = 500;

async function untilNone(purgeSome: (most: number) => Promise<number>): Promise<void> {
  while ((await purgeSome(AT_ONCE)) === AT_ONCE);
}

export const purgeJobs = [
  handleJob(purge, async ({ repos }) => {
    await untilNone(repos.recycle.purgePages);
    await untilNone(repos.recycle.purgeItemPages);
    await repos.items.purge();
    await repos.pageRequests.deleteOld();
    await repos.pageLocks.deleteOld();
  }),
];
