import { randomBytes } from 'node:crypto';
import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { assertCanEdit, lockPage } from '../../access/lock-item.ts';
import { covers } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { pageRepository } from './page.repository.ts';

type Share = Calls['page']['createSinglePage'];

function newShareKey(): string {
  return randomBytes(16).toString('hex');
}

/** Creates or cancels the share key of a page. In an archived item a key can only be cancelled. */
export async function createSinglePage(
  ctx: Ctx<Share['access']>,
  { page_id, isCreateSiglePage: isShared }: CallRequest<Share>,
) {
  const { db, grant, viewer } = ctx;
  const { page, rights } = await lockPage(db, grant, viewer.uid, {
    pageId: page_id,
    lockMode: 'content',
  });
  if (isShared) assertCanEdit(rights, page.top_cat_id);
  else if (!covers(rights.restrict, page.top_cat_id)) throw new AppError('forbidden');
  const unique_key = isShared ? (page.unique_key ?? newShareKey()) : null;
  ctx.note({ was: { isCreateSiglePage: page.unique_key !== null } });
  if (unique_key !== page.unique_key) {
    await pageRepository(db).setShareKey(page_id, unique_key);
    ctx.afterCommit(() => ctx.deps.bus.publish('page', String(page_id)));
  }
  return { unique_key: unique_key ?? '' };
}
