import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { lockEditablePage } from '../../access/lock-item.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { readChain } from '../history/history-chain.ts';
import { loadPage, pageInfo } from './page-info.service.ts';
import { pageHistoryRepository } from '../history/page-history.repository.ts';

type Page = Calls['page'];

/** Lists previous versions, newest first; the current version is not included. */
export async function history(
  { db, grant }: Ctx<Page['history']['access']>,
  { page_id, content }: CallRequest<Page['history']>,
) {
  if (!content) return pageHistoryRepository(db).list(grant, page_id);
  const [, ...previousVersions] = await readChain(db, grant, page_id, 0);
  return previousVersions;
}

export async function diff(
  ctx: Ctx<Page['diff']['access']>,
  { page_id, page_history_id }: CallRequest<Page['diff']>,
) {
  const { db, grant } = ctx;
  const version = await pageHistoryRepository(db).findVersion(grant, page_id, page_history_id);
  if (version === undefined) throw new AppError('notFound');
  const history_page = (await readChain(db, grant, page_id, version)).at(-1);
  // A concurrent save may have trimmed the version.
  if (history_page?.version !== version) throw new AppError('notFound');
  return { page: pageInfo(grant, await loadPage(ctx, page_id)), history_page };
}

export async function updateHistoryComments(
  { db, grant, viewer }: Ctx<Page['updateHistoryComments']['access']>,
  { page_id, page_history_id, page_comments }: CallRequest<Page['updateHistoryComments']>,
) {
  await lockEditablePage(db, grant, viewer.uid, {
    pageId: page_id,
    lockMode: 'content',
  });
  if (!(await pageHistoryRepository(db).setComments(page_id, page_history_id, page_comments)))
    throw new AppError('notFound');
  return {};
}
