import { SHEET_PAGE } from '@octavo/contract/page-type';
import { MAX_SEARCH_RESULTS } from '@octavo/contract/limits';
import { isSearchable } from '@octavo/contract/keyword';
import type { ItemMeta } from '../../access/item-meta-cache.ts';
import type { ItemGrant } from '../../access/grant.ts';
import type { Deps } from '../../deps.ts';
import { excerptAround, excerptFromStart } from './excerpt.ts';
import type { Excerpt } from './excerpt.ts';
import { findPages } from './find-pages.ts';
import { normalizeForSearch } from '../search-index/search-text.ts';
import type { PageSnippet } from './page-search.repository.ts';
import { stripMarkdown } from '../search-index/strip-markdown.ts';
import { pageSearchRepository } from './page-search.repository.ts';

/** Normalizes a keyword. Undefined if it is too short. */
export function toSearchWord(keyword: string): string | undefined {
  const word = normalizeForSearch(keyword).trim();
  return isSearchable(word) ? word : undefined;
}

/** Builds the excerpt of a hit. The word may occur in text that readers do not see, such as the URL of a link. */
export function buildExcerpt({ page_type, near, near_folded }: PageSnippet, word: string): Excerpt {
  // The stored JSON of a sheet is not readable; the normalized copy contains the cell texts.
  if (page_type === SHEET_PAGE)
    return excerptAround(near_folded, word) ?? excerptFromStart(near_folded);
  const plain = stripMarkdown(near);
  return (
    excerptAround(plain, word) ??
    excerptAround(near, word) ??
    excerptAround(near_folded, word) ??
    excerptFromStart(plain)
  );
}

interface ResultPage {
  readonly keyword: string;
  readonly page?: number;
  readonly count?: number;
}

interface SearchContext {
  readonly deps: Pick<Deps, 'readDb'>;
  readonly grant: ItemGrant;
}

/** Returns one page of the results. Excerpts cost more than the search itself, so only the shown ones are made. */
export async function searchInItem(
  { deps: { readDb }, grant }: SearchContext,
  { item_id, item_name }: Pick<ItemMeta, 'item_id' | 'item_name'>,
  { keyword, page = 1, count = MAX_SEARCH_RESULTS }: ResultPage,
) {
  const word = toSearchWord(keyword);
  if (word === undefined) return { pages: [], total: 0 };
  const { matches } = await findPages(
    pageSearchRepository(readDb),
    [grant],
    { word, filter: {} },
    MAX_SEARCH_RESULTS,
  );
  const total = matches.length;
  const begin = (page - 1) * count;
  const pageIds = matches.slice(begin, begin + count).map(({ page_id }) => page_id);
  if (pageIds.length === 0) return { pages: [], total };
  const snippets = await pageSearchRepository(readDb).loadSnippets([grant], pageIds, word);
  const byId = new Map(snippets.map((snippet) => [snippet.page_id, snippet]));
  const pages = pageIds.flatMap((page_id) => {
    const snippet = byId.get(page_id);
    if (!snippet) return [];
    return {
      item_id,
      item_name,
      page_id,
      page_title: snippet.page_title,
      ...buildExcerpt(snippet, word),
    };
  });
  return { pages, total };
}
