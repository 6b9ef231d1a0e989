import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { readableItems } from '../../access/readable-items.ts';
import type { ViewGrant } from '../../access/visible-pages.ts';
import type { Ctx } from '../../http/context.ts';
import { normalizeForSearch } from '../search-index/search-text.ts';
import { findTitles } from './find-pages.ts';
import { linkedPageRepository } from './linked-page.repository.ts';
import { toLinkTargets } from './link-targets.ts';
import { pageSearchRepository } from './page-search.repository.ts';

type Suggest = Calls['page']['suggest'];
type SuggestCtx = Ctx<Suggest['access']>;

const MAX_SUGGESTIONS = 20;
/** The newest matches, of which the best are suggested. */
const MAX_CANDIDATES = 100;

/** 0 for the title itself, 1 for a title that starts with the word, 2 for all others. */
function rankOf(title: string, word: string): number {
  const normalized = normalizeForSearch(title);
  if (normalized === word) return 0;
  return normalized.startsWith(word) ? 1 : 2;
}

/** The best pages with the word in the title: equal titles, then titles that start with it, each the newest first. */
async function findBest(
  { deps: { readDb } }: SuggestCtx,
  grants: readonly ViewGrant[],
  word: string,
  limit: number,
) {
  const matches = await findTitles(pageSearchRepository(readDb), grants, word, MAX_CANDIDATES);
  if (matches.length === 0) return [];
  const times = new Map(matches.map(({ page_id, addtime }) => [page_id, addtime]));
  const timeOf = (page: { readonly page_id: number }) => times.get(page.page_id) ?? '';
  const pages = await linkedPageRepository(readDb).listVisible(grants, [...times.keys()]);
  return pages
    .toSorted(
      (a, b) =>
        rankOf(a.page_title, word) - rankOf(b.page_title, word) ||
        timeOf(b).localeCompare(timeOf(a)) ||
        b.page_id - a.page_id,
    )
    .slice(0, limit);
}

/** Suggests pages to link to: those of the item first, then those of the caller's other items. */
export async function suggest(ctx: SuggestCtx, { keyword }: CallRequest<Suggest>) {
  const { deps, grant, viewer } = ctx;
  const { readDb } = deps;
  const item = await deps.itemMetaCache.get(grant.itemId);
  const ownItem = { itemId: grant.itemId, view: grant.view, itemName: item?.item_name ?? '' };
  const word = normalizeForSearch(keyword).trim();
  if (word === '') {
    const newest = await linkedPageRepository(readDb).listNewest(grant, MAX_SUGGESTIONS);
    return toLinkTargets(readDb, [ownItem], newest);
  }
  const own = await findBest(ctx, [grant], word, MAX_SUGGESTIONS);
  if (own.length === MAX_SUGGESTIONS) return toLinkTargets(readDb, [ownItem], own);
  const readable = await readableItems(ctx.db, viewer, 'mine');
  const others = readable.filter(({ itemId }) => itemId !== grant.itemId);
  const more = await findBest(ctx, others, word, MAX_SUGGESTIONS - own.length);
  return toLinkTargets(readDb, [ownItem, ...others], [...own, ...more]);
}
