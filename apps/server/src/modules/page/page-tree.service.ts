import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { lockEditablePage, lockItem } from '../../access/lock-item.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { mayDelete } from './page.policy.ts';
import {
  invalidatePageOrder,
  invalidatePages,
  bumpTreeVersion,
} from '../../realtime/invalidate.ts';
import { pageRepository } from './page.repository.ts';
import { pageHistoryRepository } from '../history/page-history.repository.ts';

type Page = Calls['page'];

/** Rejects the whole order if one id is not a page the caller may edit. */
export async function sort(ctx: Ctx<Page['sort']['access']>, { pages }: CallRequest<Page['sort']>) {
  const { db, grant, viewer } = ctx;
  const order = Object.entries(pages).map(([pageId, at]) => [Number(pageId), at] as const);
  const pageIds = order.map(([pageId]) => pageId);
  const { edit } = await lockItem(db, grant, viewer.uid, 'tree');
  if ((await pageRepository(db).countInScope(grant, edit, pageIds)) < new Set(pageIds).size)
    throw new AppError('notFound');
  const moved = await pageRepository(db).saveOrder(grant, order);
  if (moved.length === 0) return {};
  await bumpTreeVersion(ctx, ctx, grant.itemId);
  invalidatePageOrder(ctx, ctx, moved);
  return {};
}

export async function remove(
  ctx: Ctx<Page['delete']['access']>,
  { page_id }: CallRequest<Page['delete']>,
) {
  const { db, grant, viewer } = ctx;
  const { uid, username } = viewer;
  const { page, rights } = await lockEditablePage(db, grant, uid, {
    pageId: page_id,
    lockMode: 'tree',
  });
  const hasVersion = await pageHistoryRepository(db).hasVersionBy(page_id, uid);
  const { itemType } = grant;
  if (!mayDelete({ ...page, itemType, owner: rights.owner, uid, hasVersion }))
    throw new AppError('forbidden');
  await pageRepository(db).recycle(page, username);
  await bumpTreeVersion(ctx, ctx, grant.itemId);
  invalidatePages(ctx, ctx, [page_id]);
  return {};
}
