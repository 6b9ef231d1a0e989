import type { Calls } from '@octavo/contract';
import { assertEdits, holdItem } from '../../access/hold-item.ts';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { forgetPages, tellTree } from '../page/tell-page.ts';

const ROOT = 0;

export const recycleRoutes: Handlers<Calls['recycle']> = {
  getList: ({ repos, grant }) => repos.recycle.list(grant),

  /** Author, history and content are unchanged; a share link of the page is not restored. */
  async recover(ctx, { page_id }) {
    const { repos, grant, viewer } = ctx;
    const standing = await holdItem(repos, grant, viewer.uid, 'tree');
    if (!standing.owner) throw new AppError('notManager');
    assertEdits(standing, ROOT);
    const old_place = await repos.recycle.recover(grant, page_id);
    if (old_place === undefined) throw new AppError('notFound');
    await tellTree(ctx, ctx, grant.itemId);
    forgetPages(ctx, ctx, [page_id]);
    return { page_id, old_place };
  },
};
