import type { Ctx, Work } from '../../http/context.ts';
import { forgetItem } from '../item/forget-item.ts';

type Telling = Pick<Ctx, 'deps'>;

/** Every process forgets what it knew of these pages. */
export function forgetPages(work: Work, { deps }: Telling, pageIds: readonly number[]): void {
  work.afterCommit(() => {
    for (const pageId of pageIds) deps.bus.publish('page', String(pageId));
  });
}

/** The item's tree has a new version. */
export async function tellTree(work: Work, ctx: Telling, itemId: number): Promise<void> {
  await work.repos.items.bumpTree(itemId);
  forgetItem(work, ctx, itemId);
}
