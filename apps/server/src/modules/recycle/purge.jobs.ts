import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { purgeInBatches } from '../../jobs/purge-in-batches.ts';
import { handleJob } from '../../jobs/worker.ts';
import { recordRetention } from '../audit/record-retention.ts';
import { recycleRepository } from './recycle.repository.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { pageRequestRepository } from '../page/page-request.repository.ts';
import { pageDraftRepository } from '../page/page-draft.repository.ts';
import { pageLockRepository } from '../page/page-lock.repository.ts';
import { treeMoveRepository } from '../catalog/tree-move.repository.ts';

/**
 * Deletes pages and items permanently some days after their deletion, as the settings say, by the clock of the
 * database; also expired drafts, locks and results of saves.
 */
const purge = defineJob({
  name: 'recycle-purge',
  payload: z.object({}),
  schedule: '41 3 * * *',
});

export const purgeJobs = [
  handleJob(purge, async ({ db, deps }) => {
    const { recycle_days: days } = await deps.settings.get();
    if (days > 0) {
      const bin = recycleRepository(db);
      const pages = await purgeInBatches((limit) => bin.purgePages(days, limit));
      const itemPages = await purgeInBatches((limit) => bin.purgeItemPages(days, limit));
      const items = await purgeInBatches((limit) => itemRepository(db).purge(days, limit));
      await recordRetention(db, 'recycleBin', { days, count: pages + itemPages, items });
    }
    await pageRequestRepository(db).deleteExpired();
    await pageLockRepository(db).deleteExpired();
    await treeMoveRepository(db).deleteExpired();
    await pageDraftRepository(db).deleteExpired();
  }),
];
