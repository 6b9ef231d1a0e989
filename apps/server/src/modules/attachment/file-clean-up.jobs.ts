import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';
import { removeOrphans, removePurged, removeUnfinished } from './file-clean-up.ts';

/** Scheduled after the purge of pages, which does not delete their files. */
const cleanUpFiles = defineJob({
  name: 'file-clean-up',
  payload: z.object({}),
  schedule: '17 4 * * *',
});

export const fileCleanUpJobs = [
  handleJob(cleanUpFiles, async (ctx) => {
    await removePurged(ctx);
    await removeOrphans(ctx);
    await removeUnfinished(ctx);
  }),
];
