import { fillText } from '@octavo/texts/translate';
import type { Config } from '../config.ts';
import { connect } from '../db/connect.ts';
import { toSearchBody, toSearchText } from '../modules/search-index/search-text.ts';
import { pageIndexRepository } from '../modules/search-index/page-index.repository.ts';

const BATCH_SIZE = 200;
const BAR_WIDTH = 30;

type ReportProgress = (line: string, isLast: boolean) => void;

function progressLine(done: number, total: number, startedAt: number): string {
  const fraction = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(fraction * BAR_WIDTH);
  const seconds = (performance.now() - startedAt) / 1000;
  const secondsLeft = fraction > 0 ? Math.round((seconds * (1 - fraction)) / fraction) : 0;
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${Math.floor(fraction * 100)} %  ${fillText('{done} of {total|# page|# pages}', { done, total })}, ${secondsLeft} s left`;
}

/**
 * Indexes the pages that are missing in the search, or with `all` every page, in batches while the site runs. After
 * an interruption the next run resumes where this one ended.
 */
export async function reindex(
  config: Pick<Config, 'databaseUrl'>,
  { all }: { readonly all: boolean },
  report: ReportProgress,
): Promise<number> {
  const database = connect(config.databaseUrl, 1);
  try {
    const pageIndex = pageIndexRepository(database.db);
    let after = all ? await pageIndex.findCursor() : 0;
    const total = await pageIndex.count(all, after);
    const startedAt = performance.now();
    for (let done = 0; ;) {
      const pages = await pageIndex.list(all, after, BATCH_SIZE);
      if (pages.length === 0) break;
      await pageIndex.save(
        pages.map(({ page_id, version, page_type, page_title, page_content }) => ({
          page_id,
          version,
          search: toSearchText(page_title, toSearchBody(page_content, page_type)),
        })),
      );
      after = pages.at(-1)?.page_id ?? after;
      if (all) await pageIndex.saveCursor(after);
      done += pages.length;
      report(progressLine(done, total, startedAt), false);
    }
    if (all) await pageIndex.deleteCursor();
    report(
      total === 0 ? 'nothing to do' : fillText('{total|# page|# pages} indexed', { total }),
      true,
    );
    return 0;
  } finally {
    await database.close();
  }
}
