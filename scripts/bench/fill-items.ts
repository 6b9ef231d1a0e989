import { MARKDOWN_PAGE } from '@octavo/contract/page-type';
import { connect } from '../../apps/server/src/db/connect.ts';
import { deriveFromContent } from '../../apps/server/src/modules/page/derive-content.ts';
import { toSearchText } from '../../apps/server/src/modules/search-index/search-text.ts';
import { reindex } from '../../apps/server/src/cli/reindex.ts';
import { itemRepository } from '../../apps/server/src/access/item.repository.ts';
import { catalogRepository } from '../../apps/server/src/modules/catalog/catalog.repository.ts';
import { pageSaveRepository } from '../../apps/server/src/modules/page/page-save.repository.ts';

const BATCH_SIZE = 1000;

/** Search words in Chinese and English: every n-th page contains them. */
export const SEARCH_WORDS = [
  { every: 2500, words: ['灰度回滚', 'canary_rollback'] },
  { every: 100, words: ['熔断降级', 'circuit breaker'] },
  { every: 10, words: ['锁定库存', 'inventory'] },
  { every: 1, words: ['请求参数', 'timestamp'] },
] as const;

/** Returns about 3 KB of an API document with the search words that belong on this page. */
export function pageText(number: number): string {
  const rows = Array.from(
    { length: 30 },
    (_, row) =>
      `|field_${row}|string|Required|What the field number ${row} of call ${number} holds|`,
  );
  const sentences = SEARCH_WORDS.filter(({ every }) => number % every === 0).map(
    ({ words: [chinese, english] }) => `用户下单后${chinese}三十分钟。See the ${english} below.`,
  );
  return `## Call ${number}\n\n${sentences.join('\n')}\n\n|Name|Type|Required|Remark|\n|-|-|-|-|\n${rows.join('\n')}\n`;
}

interface ItemShape {
  readonly name: string;
  readonly pages: number;
  /** Number of first-level catalogs, and of catalogs in each of them; by default all pages are at the root. */
  readonly catalogs?: readonly [number, number];
}

interface Owner {
  readonly uid: number;
  readonly username: string;
}

export interface FilledItem {
  readonly item_id: number;
  /** The ids of its pages are consecutive. */
  readonly first: number;
  readonly count: number;
}

/** Creates public items with many pages, using the batch inserts of the product. */
export async function fillItems(url: string, owner: Owner, itemShapes: readonly ItemShape[]) {
  const { db, close } = connect(url, 2);
  const fill = async ({
    name,
    pages,
    catalogs: [tops, inner] = [0, 0],
  }: ItemShape): Promise<FilledItem> => {
    const item_id = await itemRepository(db).insert({
      item_name: name,
      item_description: '',
      item_domain: '',
      item_type: 1,
      uid: owner.uid,
      password_hash: null,
    });
    const ids = await catalogRepository(db).reserveIds(tops + tops * inner);
    const catalogs = ids.map((cat_id, at) => {
      const top = at < tops ? cat_id : (ids[Math.floor((at - tops) / inner)] ?? 0);
      const isTop = at < tops;
      return {
        cat_id,
        cat_name: `Part ${at}`,
        parent_cat_id: isTop ? 0 : top,
        level: isTop ? 1 : 2,
        top_cat_id: top,
        s_number: at,
      };
    });
    if (catalogs.length > 0) await catalogRepository(db).insert(item_id, catalogs);
    const leaves = catalogs.slice(tops);
    const pageIds: number[] = [];
    for (let from = 0; from < pages; from += BATCH_SIZE) {
      const rows = Array.from({ length: Math.min(BATCH_SIZE, pages - from) }, (_, at) => {
        const number = from + at;
        const leaf = leaves[Math.floor((number * leaves.length) / pages)];
        const page_title = `Call ${number}`;
        const page_content = pageText(number);
        const { method, searched, links } = deriveFromContent(
          page_content,
          MARKDOWN_PAGE,
          'http://localhost',
        );
        return {
          cat_id: leaf?.cat_id ?? 0,
          top_cat_id: leaf?.top_cat_id ?? 0,
          page_type: MARKDOWN_PAGE,
          page_title,
          page_content,
          method,
          links,
          search: toSearchText(page_title, searched),
        };
      });
      pageIds.push(...(await pageSaveRepository(db).insert(item_id, rows, owner)));
    }
    return { item_id, first: pageIds[0] ?? 0, count: pageIds.length };
  };
  const filled: FilledItem[] = [];
  for (const itemShape of itemShapes) filled.push(await fill(itemShape));
  await close();
  // A worker does this within a minute, and PostgreSQL itself collects statistics.
  await reindex({ databaseUrl: url }, { all: false }, () => {});
  return filled;
}
