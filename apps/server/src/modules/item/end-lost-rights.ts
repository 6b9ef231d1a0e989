import type { Ctx, Work } from '../../http/context.ts';
import { releaseLostLocks } from '../page/lost-locks.ts';
import { forgetItem } from './forget-item.ts';

/** Call after every change of who may edit an item, in the same transaction: releases stale page locks and invalidates caches. */
export async function endLostRights(
  work: Work,
  ctx: Pick<Ctx, 'deps'>,
  itemId: number,
): Promise<void> {
  await releaseLostLocks(work.repos, itemId);
  forgetItem(work, ctx, itemId);
}
