import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';

/** Runs half an hour before the daily purge, so that the pages in question are purged by the run on the next day. */
const daily = defineJob({
  name: 'notice-daily',
  payload: z.object({}),
  schedule: '11 3 * * *',
});

export const noticeJobs = [
  handleJob(daily, async ({ repos, bus }) => {
    for (const uid of new Set(await repos.notices.insertPurgeNotices()))
      bus.publish('notice', String(uid));
    await repos.notices.deleteOld();
  }),
];
