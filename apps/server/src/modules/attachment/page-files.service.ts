import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { lockEditablePage } from '../../access/lock-item.ts';
import { assertMayVisit } from '../../access/item-guard.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../http/context.ts';
import { loadPage } from '../page/page-info.service.ts';
import { invalidatePages } from '../../realtime/invalidate.ts';
import { createZipResponse } from './archive-files.ts';
import { toMegabytes } from './file-list.ts';
import { fileUrl } from '../storage/file-name.policy.ts';
import { assertMayDelete } from './may-delete.ts';
import { removeFile } from './remove-file.ts';
import { createShareToken } from '../page/share-token.ts';
import { isMissing } from '../storage/stored-object.ts';
import { attachmentRepository } from '../storage/attachment.repository.ts';
import { pageRepository } from '../page/page.repository.ts';
import { libraryRepository } from './library.repository.ts';
import { pageFileRepository } from '../page/page-file.repository.ts';

type Page = Calls['page'];

type BoundFile = Awaited<ReturnType<ReturnType<typeof attachmentRepository>['listByPage']>>[number];

function toAttachedFile({ file_key, username, ...file }: BoundFile) {
  return {
    ...file,
    url: fileUrl(file_key, file.display_name),
    file_size_m: toMegabytes(file.file_size),
    username: username ?? '',
  };
}

/** Concurrent requests to the store; a page may have hundreds of files. */
const BATCH_SIZE = 8;

async function markMissing(files: readonly BoundFile[], { stores }: Deps) {
  const listed = [];
  for (let offset = 0; offset < files.length; offset += BATCH_SIZE) {
    const batch = files.slice(offset, offset + BATCH_SIZE).map(async (file) => ({
      ...toAttachedFile(file),
      is_missing: await isMissing(file, stores),
    }));
    listed.push(...(await Promise.all(batch)));
  }
  return listed;
}

export async function uploadList(
  { db, grant, deps }: Ctx<Page['uploadList']['access']>,
  { page_id, with_missing }: CallRequest<Page['uploadList']>,
) {
  const files = await attachmentRepository(db).listByPage(grant, page_id);
  return with_missing ? markMissing(files, deps) : files.map(toAttachedFile);
}

/** The files of a shared page. Like `infoByKey`, it checks the key on every request. */
async function loadSharedFiles(ctx: Ctx<Page['uploadListByKey']['access']>, uniqueKey: string) {
  await assertMayVisit(ctx, ctx.deps);
  const page = await pageRepository(ctx.db).findByShareKey(uniqueKey);
  if (!page) throw new AppError('notFound');
  return { page, files: await attachmentRepository(ctx.db).listByShareKey(uniqueKey) };
}

export async function uploadListByKey(
  ctx: Ctx<Page['uploadListByKey']['access']>,
  { unique_key }: CallRequest<Page['uploadListByKey']>,
) {
  const { files } = await loadSharedFiles(ctx, unique_key);
  const token = createShareToken(unique_key, ctx.deps);
  const listed = await markMissing(files, ctx.deps);
  return listed.map((file) => ({ ...file, url: `${file.url}?s=${token}` }));
}

export async function downloadFiles(
  ctx: Ctx<Page['downloadFiles']['access']>,
  { page_id }: CallRequest<Page['downloadFiles']>,
) {
  const page = await loadPage(ctx, page_id);
  const files = await attachmentRepository(ctx.db).listByPage(ctx.grant, page_id);
  return createZipResponse(page.page_title, files, ctx.deps);
}

export async function downloadFilesByKey(
  ctx: Ctx<Page['downloadFilesByKey']['access']>,
  { unique_key }: CallRequest<Page['downloadFilesByKey']>,
) {
  const { page, files } = await loadSharedFiles(ctx, unique_key);
  return createZipResponse(page.page_title, files, ctx.deps);
}

/**
 * Only the uploader may delete a file, which removes it from every page. A file of the personal library is only
 * removed from the list of this page.
 */
export async function deleteUploadFile(
  ctx: Ctx<Page['deleteUploadFile']['access']>,
  { page_id, file_id }: CallRequest<Page['deleteUploadFile']>,
) {
  const { db, grant, viewer } = ctx;
  // Locked before the page: all writers lock items in the order of their ids.
  const items = await libraryRepository(db).lockItemsShowing(file_id);
  await lockEditablePage(db, grant, viewer.uid, { pageId: page_id, lockMode: 'content' });
  const file = await attachmentRepository(db).lockFile(file_id);
  if (!file || !(await pageFileRepository(db).isBound(page_id, file_id)))
    throw new AppError('notFound');
  if (file.uid !== viewer.uid) throw new AppError('forbidden');
  ctx.note({ facts: { display_name: file.display_name } });
  if (file.item_id > 0) {
    await assertMayDelete(ctx, items, viewer.uid);
    await removeFile(ctx, ctx, file);
  } else {
    await pageFileRepository(db).unbind(page_id, file_id);
    invalidatePages(ctx, ctx, [page_id]);
  }
  return {};
}
