import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';
import { recycleRepository } from './recycle.repository.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { pageRequestRepository } from '../page/page-request.repository.ts';
import { pageDraftRepository } from '../page/page-draft.repository.ts';
import { pageLockRepository } from '../page/page-lock.repository.ts';
import { treeMoveRepository } from '../catalog/tree-move.repository.ts';

/**
 * Deletes pages and items permanently 30 days after their deletion, by the clock of the database; also expired drafts,
 * locks and results of saves.
 */
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
  handleJob(purge, async ({ db }) => {
    await purgeInBatches(recycleRepository(db).purgePages);
    await purgeInBatches(recycleRepository(db).purgeItemPages);
    await itemRepository(db).purge();
    await pageRequestRepository(db).deleteExpired();
    await pageLockRepository(db).deleteExpired();
    await treeMoveRepository(db).deleteExpired();
    await pageDraftRepository(db).deleteExpired();
  }),
];
