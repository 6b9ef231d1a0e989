import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import type { JobContext } from '../../jobs/job-context.ts';
import { handleJob } from '../../jobs/worker.ts';
import { findPageLinks } from './find-page-links.ts';
import { pageLinkRepository } from './page-link.repository.ts';

/** Pages per statement, which locks their rows; a text has up to 2 MB. */
const BATCH_SIZE = 50;
/** A run ends after this time, and the next one continues where it stopped. */
const MAX_RUN_MS = 5 * 60_000;
/** An upgrade that replaces one process after the other is over by then. */
const UPGRADE_MS = 60 * 60_000;

/** Reads the links of the pages that were saved before `page_link` existed; afterwards a run is one query. */
const backfillLinks = defineJob({
  name: 'page-link-backfill',
  payload: z.object({}),
  schedule: '* * * * *',
  sequential: true,
});

type Page = Awaited<ReturnType<ReturnType<typeof pageLinkRepository>['listTexts']>>[number];

function replaceLinks({ db, config }: JobContext, pages: readonly Page[]): Promise<void> {
  const linkedPages = pages.map(({ page_id, version, page_content }) => ({
    page_id,
    version,
    links: findPageLinks(page_content, config.publicUrl.origin),
  }));
  return pageLinkRepository(db).replace(linkedPages);
}

/** Returns false if the run was over before all pages were read. */
async function readAll(ctx: JobContext, first: number): Promise<boolean> {
  const pageLinks = pageLinkRepository(ctx.db);
  const end = performance.now() + MAX_RUN_MS;
  for (let after = first; performance.now() < end;) {
    const pages = await pageLinks.listTexts(after, BATCH_SIZE);
    const last = pages.at(-1);
    if (!last) return true;
    await replaceLinks(ctx, pages);
    after = last.page_id;
    await pageLinks.saveBackfill(after);
  }
  return false;
}

export const pageLinkJobs = [
  handleJob(backfillLinks, async (ctx) => {
    const pageLinks = pageLinkRepository(ctx.db);
    const state = await pageLinks.findBackfill();
    if (!state || !(await readAll(ctx, state.after))) return;
    if (Date.now() - state.since.getTime() < UPGRADE_MS) return;
    const savedPages = await pageLinks.listSavedSince(state.since);
    for (let at = 0; at < savedPages.length; at += BATCH_SIZE)
      await replaceLinks(ctx, await pageLinks.listTextsById(savedPages.slice(at, at + BATCH_SIZE)));
    await pageLinks.endBackfill();
  }),
];
