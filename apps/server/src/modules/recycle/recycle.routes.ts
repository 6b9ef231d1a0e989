import type { Calls } from '@octavo/contract';
import { assertCanEdit, lockItem } from '../../access/lock-item.ts';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { invalidatePages, bumpTreeVersion } from '../../realtime/invalidate.ts';
import { recycleRepository } from './recycle.repository.ts';

const ROOT = 0;

export const recycleRoutes: Handlers<Calls['recycle']> = {
  getList: async ({ db, deps, grant }) => {
    const { recycle_days } = await deps.settings.get();
    return recycleRepository(db).list(grant, recycle_days);
  },

  /** Author, history and content are unchanged; a share link of the page is not restored. */
  async recover(ctx, { page_id }) {
    const { db, grant, viewer } = ctx;
    const rights = await lockItem(db, grant, viewer.uid, 'tree');
    if (!rights.owner) throw new AppError('notManager');
    assertCanEdit(rights, ROOT);
    const { recycle_days } = await ctx.deps.settings.get();
    const old_place = await recycleRepository(db).recover(grant, page_id, recycle_days);
    if (old_place === undefined) throw new AppError('notFound');
    await bumpTreeVersion(ctx, ctx, grant.itemId);
    invalidatePages(ctx, ctx, [page_id]);
    return { page_id, old_place };
  },
};
