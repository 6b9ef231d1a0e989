import type { Ctx, Work } from '../../http/context.ts';

/** Invalidates the cached settings, tree and memberships of an item in all processes after the commit. */
export function forgetItem(work: Work, ctx: Pick<Ctx, 'deps'>, itemId: number): void {
  work.afterCommit(() => ctx.deps.bus.publish('item', String(itemId)));
}
