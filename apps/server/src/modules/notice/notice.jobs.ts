import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';

/** Half an hour before the purge, so that tomorrow's is the one that takes the pages. */
const daily = defineJob({
  name: 'notice-daily',
  payload: z.object({}),
  schedule: '11 3 * * *',
});

export const noticeJobs = [
  handleJob(daily, async ({ repos, bus }) => {
    for (const uid of new Set(await repos.notices.tellPurge())) bus.publish('notice', String(uid));
    await repos.notices.deleteOld();
  }),
];
