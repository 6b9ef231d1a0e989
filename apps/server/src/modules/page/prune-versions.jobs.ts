import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';
import { recordRetention } from '../audit/record-retention.ts';
import { deleteExpiredVersions } from '../history/history-chain.ts';
import { pageHistoryRepository } from '../history/page-history.repository.ts';
import { pageRepository } from './page.repository.ts';

/** Deletes versions some days after they were replaced, as the settings say. */
const prune = defineJob({ name: 'version-prune', payload: z.object({}), schedule: '7 4 * * *' });

/** Ids of pages that one statement looks at, so that it stays far below the statement timeout. */
const BATCH_SIZE = 5000;
/** An audit entry for each page would be many. */
const RECORD_SIZE = 5000;

export const pruneVersionsJobs = [
  handleJob(prune, async ({ db, deps, transaction }) => {
    const { version_days: days } = await deps.settings.get();
    if (days === 0) return;
    const history = pageHistoryRepository(db);
    /** Deleted versions without an audit entry: so few that a process that is killed leaves out little. */
    let unrecorded = 0;
    const prunePage = (pageId: number) =>
      transaction(async (trx) => {
        const isFree = await pageRepository(trx).lockIfFree(pageId);
        const count = unrecorded + (isFree ? await deleteExpiredVersions(trx, pageId, days) : 0);
        if (count < RECORD_SIZE) return count;
        await recordRetention(trx, 'versions', { days, count });
        return 0;
      });
    try {
      let first = await history.findPageFrom(0);
      while (first !== undefined) {
        // One page at a time: a save waits for a few milliseconds at most.
        for (const pageId of await history.listPagesWithExpired(days, first, BATCH_SIZE))
          unrecorded = await prunePage(pageId);
        first = await history.findPageFrom(first + BATCH_SIZE);
      }
    } finally {
      await recordRetention(db, 'versions', { days, count: unrecorded });
    }
  }),
];
