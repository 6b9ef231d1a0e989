import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { releaseStaleLocks } from '../page/stale-locks.ts';
import { invalidateItem } from '../../realtime/invalidate.ts';

/** Call after every change of who may edit an item, in the same transaction: releases stale page locks and invalidates caches. */
export async function onItemRightsChanged(
  work: UnitOfWork,
  ctx: Pick<Ctx, 'deps'>,
  itemId: number,
): Promise<void> {
  await releaseStaleLocks(work.db, itemId);
  invalidateItem(work, ctx, itemId);
}
