import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { readableItems } from '../../access/readable-items.ts';
import type { Ctx } from '../../http/context.ts';
import { findWord } from '../page/excerpt.ts';
import { findPages } from '../page/find-pages.ts';
import type { Match, Quote } from '../page/page-search.repository.ts';
import { excerptOf, wordOf } from '../page/page-search.ts';
import type { Readable } from '../page/page.repository.ts';

type All = Calls['search']['all'];
type AllCtx = Ctx<All['access']>;
type Input = CallRequest<All>;

/** Maximum number of results that are ranked and can be paged through. */
const MOST = 200;

async function scopeOf(
  ctx: AllCtx,
  { scope, item_id, item_type }: Input,
): Promise<readonly Readable[]> {
  const readable = item_id
    ? [await ctx.admit('view', item_id)]
    : await readableItems(ctx.repos, ctx.viewer.uid, scope);
  return readable.filter(({ itemType }) => item_type === undefined || itemType === item_type);
}

/** Counts the results per item. */
async function countByItem({ repos }: AllCtx, matches: readonly Match[]) {
  const counts = new Map<number, number>();
  for (const { item_id } of matches) counts.set(item_id, (counts.get(item_id) ?? 0) + 1);
  if (counts.size === 0) return [];
  const names = await repos.items.listNames([...counts.keys()]);
  return names
    .map((item) => ({ ...item, pages: counts.get(item.item_id) ?? 0 }))
    .toSorted((a, b) => b.pages - a.pages || a.item_id - b.item_id);
}

function show(quote: Quote, word: string) {
  return {
    ...quote,
    ...excerptOf(quote, word),
    title_hits: findWord(quote.page_title, word),
  };
}

export async function all(ctx: AllCtx, input: Input) {
  const grants = await scopeOf(ctx, input);
  const word = wordOf(input.keyword);
  if (word === undefined) return { list: [], total: 0, partial: false, items: [] };
  const { repos } = ctx;
  const filter = { author: input.author || undefined, days: input.days || undefined };
  const { matches, partial } = await findPages(repos.pageSearch, grants, { word, filter }, MOST);
  const isNarrow = input.item_id ?? input.item_type ?? filter.author ?? filter.days;
  if (matches.length === 0 && !partial && !isNarrow && !input.typing)
    await repos.searchMisses.count(word);
  const begin = (input.page - 1) * input.count;
  const pageIds = matches.slice(begin, begin + input.count).map(({ page_id }) => page_id);
  const quotes = pageIds.length > 0 ? await repos.pageSearch.quote(grants, pageIds, word) : [];
  const byId = new Map(quotes.map((quote) => [quote.page_id, quote]));
  return {
    list: pageIds.flatMap((pageId) => {
      const quote = byId.get(pageId);
      return quote ? show(quote, word) : [];
    }),
    total: matches.length,
    partial,
    items: await countByItem(ctx, matches),
  };
}
