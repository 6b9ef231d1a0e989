import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { holdEditedPage } from '../../access/hold-item.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { forgetPages } from '../page/tell-page.ts';
import { megabytes } from './file-list.ts';
import { fileAddress } from './file-name.policy.ts';
import { assertMayDelete } from './may-delete.ts';
import { removeFile } from './remove-file.ts';

type Page = Calls['page'];

export async function uploadList(
  { repos, grant }: Ctx<Page['uploadList']['access']>,
  { page_id }: CallRequest<Page['uploadList']>,
) {
  const files = await repos.attachments.listOfPage(grant, page_id);
  return files.map(({ file_key, username, ...file }) => ({
    ...file,
    url: fileAddress(file_key, file.display_name),
    file_size_m: megabytes(file.file_size),
    username: username ?? '',
  }));
}

/**
 * Whoever uploaded it deletes it, from every page that shows it; one from their library only leaves
 * the list of this page.
 */
export async function deleteUploadFile(
  ctx: Ctx<Page['deleteUploadFile']['access']>,
  { page_id, file_id }: CallRequest<Page['deleteUploadFile']>,
) {
  const { repos, grant, viewer } = ctx;
  // Before the page, as every writer locks items in the order of their ids.
  const items = await repos.library.holdItemsOf(file_id);
  await holdEditedPage(repos, grant, viewer.uid, { pageId: page_id, purpose: 'content' });
  const file = await repos.attachments.hold(file_id);
  if (!file || !(await repos.pageFiles.isBound(page_id, file_id))) throw new AppError('notFound');
  if (file.uid !== viewer.uid) throw new AppError('forbidden');
  ctx.note({ facts: { display_name: file.display_name } });
  if (file.item_id > 0) {
    await assertMayDelete(ctx, items, viewer.uid);
    await removeFile(ctx, ctx, file);
  } else {
    await repos.pageFiles.unbind(page_id, file_id);
    forgetPages(ctx, ctx, [page_id]);
  }
  return {};
}
