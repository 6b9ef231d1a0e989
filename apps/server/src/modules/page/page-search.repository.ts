import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import type { Db } from '../../db/connect.ts';
import { visiblePages } from './page.repository.ts';

/** Characters of the raw text that are read around a hit, and of the folded one. */
const AROUND = 400;
const AROUND_FOLDED = 100;

export function pageSearchRepository(db: Db) {
  return {
    /**
     * Pages that hold a folded word: those with it in the title first, then the newest. Only pieces of
     * the texts are read, so an answer stays small whatever the pages are. `near` is cut from the raw
     * text where the hit in the folded one lets expect it, which can be some characters off.
     */
    list(grant: ItemGrant, word: string, most: number) {
      const inTitle = sql<boolean>`strpos(page_search.title_lc, ${word}) > 0`;
      const found = visiblePages(db, grant)
        .innerJoin('page_search', 'page_search.page_id', 'page.page_id')
        .where('page_search.item_id', '=', grant.itemId)
        .where((where) =>
          where.or([inTitle, sql<boolean>`strpos(page_search.body_lc, ${word}) > 0`]),
        )
        .select(['page.page_id', 'page.page_title', 'page.addtime', inTitle.as('in_title')])
        .orderBy('in_title', 'desc')
        .orderBy('page.addtime', 'desc')
        .orderBy('page.page_id', 'desc')
        .limit(most);
      const at = sql`strpos(text.body_lc, ${word})`;
      const rawAt = sql`(${at}::bigint * length(page_body.page_content)
        / greatest(length(text.body_lc), 1))::int`;
      return db
        .selectFrom(found.as('found'))
        .innerJoin('page_search as text', 'text.page_id', 'found.page_id')
        .innerJoin('page_body', 'page_body.page_id', 'found.page_id')
        .select([
          'found.page_id',
          'found.page_title',
          sql<string>`substr(page_body.page_content, greatest(${rawAt} - ${AROUND}, 1), ${2 * AROUND})`.as(
            'near',
          ),
          sql<string>`substr(text.body_lc, greatest(${at} - ${AROUND_FOLDED}, 1), ${3 * AROUND_FOLDED})`.as(
            'near_folded',
          ),
        ])
        .orderBy('found.in_title', 'desc')
        .orderBy('found.addtime', 'desc')
        .orderBy('found.page_id', 'desc')
        .execute();
    },
  };
}
