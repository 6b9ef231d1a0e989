import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { MAX_SEARCH_RESULTS } from '@octavo/contract/limits';
import { readableItems } from '../../access/readable-items.ts';
import type { Ctx } from '../../http/context.ts';
import { findOccurrences } from './excerpt.ts';
import { findPages } from './find-pages.ts';
import type { Match } from './page-search.repository.ts';
import { buildExcerpt, toSearchWord } from './page-search.ts';
import type { ViewGrant } from '../../access/visible-pages.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { pageSearchRepository } from './page-search.repository.ts';
import { searchMissRepository } from './search-miss.repository.ts';

type All = Calls['search']['all'];
type AllCtx = Ctx<All['access']>;
type Input = CallRequest<All>;

async function resolveGrants(
  ctx: AllCtx,
  { scope, item_id, item_type }: Input,
): Promise<readonly ViewGrant[]> {
  const readable = item_id
    ? [await ctx.authorize('view', item_id)]
    : await readableItems(ctx.db, ctx.viewer, scope);
  return readable.filter(({ itemType }) => item_type === undefined || itemType === item_type);
}

/** Counts the results per item. */
async function countByItem({ deps }: AllCtx, matches: readonly Match[]) {
  const counts = new Map<number, number>();
  for (const { item_id } of matches) counts.set(item_id, (counts.get(item_id) ?? 0) + 1);
  if (counts.size === 0) return [];
  const names = await itemRepository(deps.readDb).listNames([...counts.keys()]);
  return names
    .map((item) => ({ ...item, pages: counts.get(item.item_id) ?? 0 }))
    .toSorted((a, b) => b.pages - a.pages || a.item_id - b.item_id);
}

/** Loads one page of the results. */
async function loadResults(
  { deps }: AllCtx,
  grants: readonly ViewGrant[],
  pageIds: readonly number[],
  word: string,
) {
  if (pageIds.length === 0) return [];
  const pageSearch = pageSearchRepository(deps.readDb);
  const places = await pageSearch.listPlaces(pageIds);
  const snippets = await pageSearch.loadSnippets(grants, pageIds, word);
  const byId = new Map(snippets.map((snippet) => [snippet.page_id, snippet]));
  return pageIds.flatMap((pageId) => {
    const snippet = byId.get(pageId);
    if (!snippet) return [];
    return {
      ...snippet,
      ...buildExcerpt(snippet, word),
      place: places.get(pageId) ?? '',
      title_hits: findOccurrences(snippet.page_title, word),
    };
  });
}

export async function all(ctx: AllCtx, input: Input) {
  const grants = await resolveGrants(ctx, input);
  const word = toSearchWord(input.keyword);
  if (word === undefined) return { list: [], total: 0, partial: false, items: [] };
  const filter = { author: input.author || undefined, days: input.days || undefined };
  const { matches, partial } = await findPages(
    pageSearchRepository(ctx.deps.readDb),
    grants,
    { word, filter },
    MAX_SEARCH_RESULTS,
  );
  const isFiltered = input.item_id ?? input.item_type ?? filter.author ?? filter.days;
  if (matches.length === 0 && !partial && !isFiltered && !input.typing)
    // Readers continue while the primary database is down.
    await searchMissRepository(ctx.db)
      .count(word)
      .catch(() => {});
  const begin = (input.page - 1) * input.count;
  const pageIds = matches.slice(begin, begin + input.count).map(({ page_id }) => page_id);
  const list = await loadResults(ctx, grants, pageIds, word);
  const items = await countByItem(ctx, matches);
  const itemNames = new Map(items.map(({ item_id, item_name }) => [item_id, item_name]));
  return {
    list: list.map((row) => ({ ...row, item_name: itemNames.get(row.item_id) ?? '' })),
    total: matches.length,
    partial,
    items,
  };
}
