import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { invalidateItem } from '../item/invalidate-item.ts';

type InvalidationDeps = Pick<Ctx, 'deps'>;

/** Invalidates the cached data of these pages in all processes after the commit. */
export function invalidatePages(
  work: UnitOfWork,
  { deps }: InvalidationDeps,
  pageIds: readonly number[],
): void {
  work.afterCommit(() => {
    for (const pageId of pageIds) deps.bus.publish('page', String(pageId));
  });
}

/** Increments the tree version of the item and invalidates its cached data. */
export async function bumpTreeVersion(
  work: UnitOfWork,
  ctx: InvalidationDeps,
  itemId: number,
): Promise<void> {
  await work.repos.items.incrementTreeVersion(itemId);
  invalidateItem(work, ctx, itemId);
}
