import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';
import { pageIndexRepository } from './page-index.repository.ts';

/** Pages per statement. The statement locks their rows, and extracting their n-grams blocks the process, for some milliseconds. */
const BATCH_SIZE = 20;

/**
 * A page has about 900 n-grams. Indexing them during the save would cost fifty times the save itself; in a batch the
 * index is updated once for all pages that share an n-gram.
 */
const indexPages = defineJob({
  name: 'page-index',
  payload: z.object({}),
  schedule: '* * * * *',
});

export const pageIndexJobs = [
  handleJob(indexPages, async ({ db }) => {
    for (let indexed = BATCH_SIZE; indexed === BATCH_SIZE;) {
      const pages = await pageIndexRepository(db).listStale(BATCH_SIZE);
      if (pages.length === 0) return;
      indexed = await pageIndexRepository(db).index(pages);
    }
    await pageIndexRepository(db).mergePendingList();
  }),
];
