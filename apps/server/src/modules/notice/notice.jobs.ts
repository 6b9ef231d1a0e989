import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';
import { noticeRepository } from './notice.repository.ts';

/** Runs half an hour before the daily purge, so that the pages in question are purged by the run on the next day. */
const daily = defineJob({
  name: 'notice-daily',
  payload: z.object({}),
  schedule: '11 3 * * *',
});

export const noticeJobs = [
  handleJob(daily, async ({ db, bus, deps }) => {
    const notices = noticeRepository(db);
    const { recycle_days } = await deps.settings.get();
    // Deleted pages that are kept for a day only, or for ever, are not announced.
    const purged = recycle_days > 1 ? await notices.insertPurgeNotices(recycle_days) : [];
    const uids = [...purged, ...(await notices.insertTokenNotices())];
    for (const uid of new Set(uids)) bus.publish('notice', String(uid));
    await notices.deleteOld();
  }),
];
