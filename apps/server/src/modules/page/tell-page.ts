import type { Ctx, Work } from '../../http/context.ts';
import { forgetItem } from '../item/forget-item.ts';

type Telling = Pick<Ctx, 'deps'>;

/** Invalidates the cached data of these pages in all processes after the commit. */
export function forgetPages(work: Work, { deps }: Telling, pageIds: readonly number[]): void {
  work.afterCommit(() => {
    for (const pageId of pageIds) deps.bus.publish('page', String(pageId));
  });
}

/** Increments the tree version of the item and invalidates its cached data. */
export async function tellTree(work: Work, ctx: Telling, itemId: number): Promise<void> {
  await work.repos.items.bumpTree(itemId);
  forgetItem(work, ctx, itemId);
}
