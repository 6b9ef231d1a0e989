import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { holdEditedPage } from '../../access/hold-item.ts';
import { assertMayVisit } from '../../access/item-door.ts';
import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { Deps } from '../../deps.ts';
import type { Ctx } from '../../http/context.ts';
import { openPage } from '../page/page-info.service.ts';
import { forgetPages } from '../page/tell-page.ts';
import { archiveOf } from './archive-files.ts';
import { megabytes } from './file-list.ts';
import { fileAddress } from './file-name.policy.ts';
import { assertMayDelete } from './may-delete.ts';
import { removeFile } from './remove-file.ts';
import { sealShare } from './share-files.ts';
import { isMissing } from './stored-object.ts';

type Page = Calls['page'];

type BoundFile = Awaited<ReturnType<Repositories['attachments']['listOfPage']>>[number];

function attachedFile({ file_key, username, ...file }: BoundFile) {
  return {
    ...file,
    url: fileAddress(file_key, file.display_name),
    file_size_m: megabytes(file.file_size),
    username: username ?? '',
  };
}

/** Concurrent requests to the store; a page may have hundreds of files. */
const BATCH_SIZE = 8;

async function withMissing(files: readonly BoundFile[], { stores }: Deps) {
  const listed = [];
  for (let at = 0; at < files.length; at += BATCH_SIZE) {
    const batch = files.slice(at, at + BATCH_SIZE).map(async (file) => ({
      ...attachedFile(file),
      is_missing: await isMissing(file, stores),
    }));
    listed.push(...(await Promise.all(batch)));
  }
  return listed;
}

export async function uploadList(
  { repos, grant, deps }: Ctx<Page['uploadList']['access']>,
  { page_id, with_missing }: CallRequest<Page['uploadList']>,
) {
  const files = await repos.attachments.listOfPage(grant, page_id);
  return with_missing ? withMissing(files, deps) : files.map(attachedFile);
}

/** The files of a shared page. Like `infoByKey`, it checks the key on every request. */
async function sharedFiles(ctx: Ctx<Page['uploadListByKey']['access']>, uniqueKey: string) {
  await assertMayVisit(ctx, ctx.deps);
  const page = await ctx.repos.pages.findShared(uniqueKey);
  if (!page) throw new AppError('notFound');
  return { page, files: await ctx.repos.attachments.listOfShared(uniqueKey) };
}

export async function uploadListByKey(
  ctx: Ctx<Page['uploadListByKey']['access']>,
  { unique_key }: CallRequest<Page['uploadListByKey']>,
) {
  const { files } = await sharedFiles(ctx, unique_key);
  const sealed = sealShare(unique_key, ctx.deps);
  const listed = await withMissing(files, ctx.deps);
  return listed.map((file) => ({ ...file, url: `${file.url}?s=${sealed}` }));
}

export async function downloadFiles(
  ctx: Ctx<Page['downloadFiles']['access']>,
  { page_id }: CallRequest<Page['downloadFiles']>,
) {
  const page = await openPage(ctx, page_id);
  const files = await ctx.repos.attachments.listOfPage(ctx.grant, page_id);
  return archiveOf(page.page_title, files, ctx.deps);
}

export async function downloadFilesByKey(
  ctx: Ctx<Page['downloadFilesByKey']['access']>,
  { unique_key }: CallRequest<Page['downloadFilesByKey']>,
) {
  const { page, files } = await sharedFiles(ctx, unique_key);
  return archiveOf(page.page_title, files, ctx.deps);
}

/**
 * Only the uploader may delete a file, which removes it from every page. A file of the personal library is only
 * removed from the list of this page.
 */
export async function deleteUploadFile(
  ctx: Ctx<Page['deleteUploadFile']['access']>,
  { page_id, file_id }: CallRequest<Page['deleteUploadFile']>,
) {
  const { repos, grant, viewer } = ctx;
  // Locked before the page: all writers lock items in the order of their ids.
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
