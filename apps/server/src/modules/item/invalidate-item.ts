import type { Ctx, UnitOfWork } from '../../http/context.ts';

/** Invalidates the cached settings, tree and memberships of an item in all processes after the commit. */
export function invalidateItem(work: UnitOfWork, ctx: Pick<Ctx, 'deps'>, itemId: number): void {
  work.afterCommit(() => ctx.deps.bus.publish('item', String(itemId)));
}
