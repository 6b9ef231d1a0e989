import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { holdEditedPage, holdItem } from '../../access/hold-item.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { mayDelete } from './page.policy.ts';
import { forgetPages, tellTree } from './tell-page.ts';

type Page = Calls['page'];

/** Rejects the whole order if one id is not a page the caller may edit. */
export async function sort(ctx: Ctx<Page['sort']['access']>, { pages }: CallRequest<Page['sort']>) {
  const { repos, grant, viewer } = ctx;
  const order = Object.entries(pages).map(([pageId, at]) => [Number(pageId), at] as const);
  const pageIds = order.map(([pageId]) => pageId);
  const { edit } = await holdItem(repos, grant, viewer.uid, 'tree');
  if ((await repos.pages.countWithin(grant, edit, pageIds)) < new Set(pageIds).size)
    throw new AppError('notFound');
  const moved = await repos.pages.saveOrder(grant, order);
  if (moved.length === 0) return {};
  await tellTree(ctx, ctx, grant.itemId);
  forgetPages(ctx, ctx, moved);
  return {};
}

export async function remove(
  ctx: Ctx<Page['delete']['access']>,
  { page_id }: CallRequest<Page['delete']>,
) {
  const { repos, grant, viewer } = ctx;
  const { uid, username } = viewer;
  const { page, standing } = await holdEditedPage(repos, grant, uid, {
    pageId: page_id,
    purpose: 'tree',
  });
  const hasVersion = await repos.pageHistory.hasVersionOf(page_id, uid);
  const { itemType } = grant;
  if (!mayDelete({ ...page, itemType, owner: standing.owner, uid, hasVersion }))
    throw new AppError('forbidden');
  await repos.pages.recycle(page, username);
  await tellTree(ctx, ctx, grant.itemId);
  forgetPages(ctx, ctx, [page_id]);
  return {};
}
