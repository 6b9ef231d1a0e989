import type { ItemHead } from '../../access/item-heads.ts';
import type { ItemGrant } from '../../access/grant.ts';
import type { Work } from '../../http/context.ts';
import { excerptAround, excerptFromStart } from './excerpt.ts';
import { foldText } from './fold-text.ts';
import { unmark } from './unmark.ts';

const MOST = 200;

/** Two characters, or one that is a whole word by itself: a Chinese one. */
function isSearchable(word: string): boolean {
  return Array.from(word).length >= 2 || /\p{Script=Han}/u.test(word);
}

/** Pages of an item that hold a word and that the caller may see, title hits first, then the newest. */
export async function searchInItem(
  { repos, grant }: Pick<Work, 'repos'> & { readonly grant: ItemGrant },
  { item_id, item_name }: Pick<ItemHead, 'item_id' | 'item_name'>,
  keyword: string,
) {
  const word = foldText(keyword).trim();
  if (!isSearchable(word)) return [];
  const rows = await repos.pageSearch.list(grant, word, MOST);
  return rows.map(({ page_id, page_title, near, near_folded }) => {
    const plain = unmark(near);
    // A word can stand in what a reader does not see, such as the address of a link.
    const excerpt =
      excerptAround(plain, word) ??
      excerptAround(near, word) ??
      excerptAround(near_folded, word) ??
      excerptFromStart(plain);
    return { item_id, item_name, page_id, page_title, ...excerpt };
  });
}
