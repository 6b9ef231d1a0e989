import { fillText } from '@octavo/texts/translate';
import type { Config } from '../config.ts';
import { connect } from '../db/connect.ts';
import { repositories } from '../db/repositories.ts';
import { searchBody, searchText } from '../modules/page/search-text.ts';

const BATCH = 200;
const WIDTH = 30;

type Show = (line: string, isLast: boolean) => void;

function bar(done: number, total: number, startedAt: number): string {
  const part = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(part * WIDTH);
  const seconds = (performance.now() - startedAt) / 1000;
  const left = part > 0 ? Math.round((seconds * (1 - part)) / part) : 0;
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${Math.floor(part * 100)} %  ${fillText('{done} of {total|# page|# pages}', { done, total })}, ${left} s left`;
}

/**
 * Indexes the pages that are missing in the search, or with `all` every page, in batches while the site runs. After
 * an interruption the next run resumes where this one ended.
 */
export async function reindex(
  config: Pick<Config, 'databaseUrl'>,
  { all }: { readonly all: boolean },
  show: Show,
): Promise<number> {
  const database = connect(config.databaseUrl, 1);
  try {
    const { pageIndex } = repositories(database.db);
    let after = all ? await pageIndex.findPlace() : 0;
    const total = await pageIndex.count(all, after);
    const startedAt = performance.now();
    for (let done = 0; ;) {
      const pages = await pageIndex.list(all, after, BATCH);
      if (pages.length === 0) break;
      await pageIndex.save(
        pages.map(({ page_id, version, page_type, page_title, page_content }) => ({
          page_id,
          version,
          search: searchText(page_title, searchBody(page_content, page_type)),
        })),
      );
      after = pages.at(-1)?.page_id ?? after;
      if (all) await pageIndex.keepPlace(after);
      done += pages.length;
      show(bar(done, total, startedAt), false);
    }
    if (all) await pageIndex.forgetPlace();
    show(
      total === 0 ? 'nothing to do' : fillText('{total|# page|# pages} indexed', { total }),
      true,
    );
    return 0;
  } finally {
    await database.close();
  }
}
