import type { Ctx, Work } from '../../http/context.ts';

/** Every process forgets what it knew of this item: its settings, its tree, who takes part. */
export function forgetItem(work: Work, ctx: Pick<Ctx, 'deps'>, itemId: number): void {
  work.afterCommit(() => ctx.deps.bus.publish('item', String(itemId)));
}
