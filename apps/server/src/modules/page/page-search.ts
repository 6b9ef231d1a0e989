import type { ItemHead } from '../../access/item-heads.ts';
import type { ItemGrant } from '../../access/grant.ts';
import type { Work } from '../../http/context.ts';
import { excerptAround, excerptFromStart } from './excerpt.ts';
import type { Excerpt } from './excerpt.ts';
import { findPages } from './find-pages.ts';
import { foldText } from './fold-text.ts';
import type { Quote } from './page-search.repository.ts';
import { unmark } from './unmark.ts';

const MOST = 200;
const SHEET = 1;

/** Normalizes a keyword. Undefined if it is too short: it needs two characters or a Chinese one. */
export function wordOf(keyword: string): string | undefined {
  const word = foldText(keyword).trim();
  const isSearchable = Array.from(word).length >= 2 || /\p{Script=Han}/u.test(word);
  return isSearchable ? word : undefined;
}

/** Builds the excerpt of a hit. The word may occur in text that readers do not see, such as the URL of a link. */
export function excerptOf({ page_type, near, near_folded }: Quote, word: string): Excerpt {
  // The stored JSON of a sheet is not readable; the normalized copy contains the cell texts.
  if (page_type === SHEET) return excerptAround(near_folded, word) ?? excerptFromStart(near_folded);
  const plain = unmark(near);
  return (
    excerptAround(plain, word) ??
    excerptAround(near, word) ??
    excerptAround(near_folded, word) ??
    excerptFromStart(plain)
  );
}

/** Finds pages of an item that contain a word and are visible to the caller, sorted by relevance. */
export async function searchInItem(
  { repos, grant }: Pick<Work, 'repos'> & { readonly grant: ItemGrant },
  { item_id, item_name }: Pick<ItemHead, 'item_id' | 'item_name'>,
  keyword: string,
) {
  const word = wordOf(keyword);
  if (word === undefined) return [];
  const { matches } = await findPages(repos.pageSearch, [grant], { word, filter: {} }, MOST);
  const pageIds = matches.map(({ page_id }) => page_id);
  if (pageIds.length === 0) return [];
  const quotes = await repos.pageSearch.quote([grant], pageIds, word);
  const byId = new Map(quotes.map((quote) => [quote.page_id, quote]));
  return pageIds.flatMap((page_id) => {
    const quote = byId.get(page_id);
    if (!quote) return [];
    return { item_id, item_name, page_id, page_title: quote.page_title, ...excerptOf(quote, word) };
  });
}
