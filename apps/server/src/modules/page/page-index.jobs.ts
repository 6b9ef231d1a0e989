import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { handleJob } from '../../jobs/worker.ts';

/** Pages of one statement: it holds their rows, and the process counts their grams, for some milliseconds. */
const BATCH = 20;

/**
 * A page has some 900 grams. Taken in with its save they would cost fifty times the save itself; taken in
 * together the index is walked once for all pages that share a gram.
 */
const indexPages = defineJob({
  name: 'page-index',
  payload: z.object({}),
  schedule: '* * * * *',
});

export const pageIndexJobs = [
  handleJob(indexPages, async ({ repos }) => {
    for (let indexed = BATCH; indexed === BATCH;) {
      const pages = await repos.pageIndex.listStale(BATCH);
      if (pages.length === 0) return;
      indexed = await repos.pageIndex.index(pages);
    }
    await repos.pageIndex.sortIn();
  }),
];
