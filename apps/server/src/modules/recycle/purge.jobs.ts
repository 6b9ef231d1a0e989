import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';

/** Deleted pages and items go for good after 30 days of the database's clock. */
const purge = defineJob({
  name: 'recycle-purge',
  payload: z.object({}),
  schedule: '41 3 * * *',
});

/** Small enough that one statement never runs into its time limit, whatever hangs on the pages. */
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
