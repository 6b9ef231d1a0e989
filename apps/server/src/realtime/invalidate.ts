import { itemRepository } from '../access/item.repository.ts';
import type { Connection } from '../db/connect.ts';
import type { Bus } from './bus.ts';

interface Work {
  afterCommit(act: () => void): void;
}

interface TreeWork extends Work {
  readonly db: Connection;
}

interface BusContext {
  readonly deps: { readonly bus: Bus };
}

/** Invalidates the cached data of these pages in all processes after the commit. */
export function invalidatePages(
  work: Work,
  { deps }: BusContext,
  pageIds: readonly number[],
): void {
  work.afterCommit(() => {
    for (const pageId of pageIds) deps.bus.publish('page', String(pageId));
  });
}

/** The length of a message stays below 16 KB. */
const MAX_IDS_PER_MESSAGE = 1000;

/**
 * Like `invalidatePages`, for pages whose position among their siblings changed. These can be thousands, so a message
 * has many ids. Documents contain the order only in their menu, which `bumpTreeVersion` purges from the CDN.
 */
export function invalidatePageOrder(
  work: Work,
  { deps }: BusContext,
  pageIds: readonly number[],
): void {
  work.afterCommit(() => {
    for (let at = 0; at < pageIds.length; at += MAX_IDS_PER_MESSAGE)
      deps.bus.publish('pageOrder', pageIds.slice(at, at + MAX_IDS_PER_MESSAGE).join(','));
  });
}

/** Invalidates the cached settings, tree and memberships of an item in all processes after the commit. */
export function invalidateItem(work: Work, { deps }: BusContext, itemId: number): void {
  work.afterCommit(() => deps.bus.publish('item', String(itemId)));
}

/** Increments the tree version of the item and invalidates its cached data. */
export async function bumpTreeVersion(
  work: TreeWork,
  ctx: BusContext,
  itemId: number,
): Promise<void> {
  await itemRepository(work.db).incrementTreeVersion(itemId);
  invalidateItem(work, ctx, itemId);
}
