import { z } from 'zod';
import type { Connection } from '../../db/connect.ts';
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

/** Deletes a batch with its audit entry: pages, then those of expired items, then the items. Returns its size. */
async function purgeRecorded(db: Connection, days: number, limit: number): Promise<number> {
  const bin = recycleRepository(db);
  let count = await bin.purgePages(days, limit);
  if (count < limit) count += await bin.purgeItemPages(days, limit - count);
  // Only items without pages are left; each would else be deleted with all of them in one statement.
  const items = count < limit ? await itemRepository(db).purge(days, limit - count) : 0;
  await recordRetention(db, 'recycleBin', { days, count, items });
  return count + items;
}

export const purgeJobs = [
  handleJob(purge, async ({ db, deps, transaction }) => {
    const { recycle_days: days } = await deps.settings.get();
    if (days > 0)
      await purgeInBatches((limit) => transaction((trx) => purgeRecorded(trx, days, limit)));
    await pageRequestRepository(db).deleteExpired();
    await pageLockRepository(db).deleteExpired();
    await treeMoveRepository(db).deleteExpired();
    await pageDraftRepository(db).deleteExpired();
  }),
];
