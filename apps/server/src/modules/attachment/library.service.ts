import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { lockEditablePage } from '../../access/lock-item.ts';
import { AppError } from '../../app-error.ts';
import { toSlice } from '../../db/slice.ts';
import type { Ctx } from '../../http/context.ts';
import { invalidatePages } from '../../realtime/invalidate.ts';
import { toListedFile, toMegabytes, parseImageFilter } from './file-list.ts';
import { assertMayDelete } from './may-delete.ts';
import { removeFile } from './remove-file.ts';
import { libraryRepository } from './library.repository.ts';
import { attachmentRepository } from '../storage/attachment.repository.ts';
import { pageFileRepository } from '../page/page-file.repository.ts';

type Attachment = Calls['attachment'];

/** Before deleting a file the user sees at most this many pages that show it. */
const MAX_LISTED_PAGES = 50;

export async function getMyList(
  { db, viewer }: Ctx<Attachment['getMyList']['access']>,
  input: CallRequest<Attachment['getMyList']>,
) {
  const filter = {
    uid: viewer.uid,
    isImage: parseImageFilter(input.attachment_type),
    name: input.display_name,
  };
  const total = await libraryRepository(db).count(filter);
  const rows = await libraryRepository(db).list(filter, toSlice(input, total));
  const { used, served } = await libraryRepository(db).loadUsage(viewer.uid);
  return {
    list: rows.map(toListedFile),
    total,
    used,
    used_flow: served,
    used_m: toMegabytes(used),
    used_flow_m: toMegabytes(served),
  };
}

/** Access is checked for each item; pages that the user may not view are only counted. */
export async function getPages({
  db,
  grant,
  authorize,
}: Pick<Ctx<Attachment['getPages']['access']>, 'db' | 'grant' | 'authorize'>) {
  const locations = await libraryRepository(db).listPagesShowing(grant, MAX_LISTED_PAGES);
  const list = [];
  for (const [itemId, pages] of Map.groupBy(locations, ({ item_id }) => item_id)) {
    const item = await authorize('view', itemId).catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    const pageIds = pages.map(({ page_id }) => page_id);
    if (item) list.push(...(await libraryRepository(db).listTitles(item, pageIds)));
  }
  return { list, others: locations.length - list.length };
}

export async function deleteMyAttachment(
  ctx: Ctx<Attachment['deleteMyAttachment']['access']>,
  { file_id }: CallRequest<Attachment['deleteMyAttachment']>,
) {
  const items = await libraryRepository(ctx.db).lockItemsShowing(file_id);
  const file = await attachmentRepository(ctx.db).lockFile(file_id);
  if (file?.uid !== ctx.viewer.uid) throw new AppError('notFound');
  await assertMayDelete(ctx, items, ctx.viewer.uid);
  ctx.note({ facts: { display_name: file.display_name } });
  await removeFile(ctx, ctx, file);
  return {};
}

/** Only the user's own files, because binding a file gives all readers of the page access to it. */
export async function bindingPage(
  ctx: Ctx<Attachment['bindingPage']['access']>,
  { file_id, page_id }: CallRequest<Attachment['bindingPage']>,
) {
  const { db, grant, viewer } = ctx;
  await lockEditablePage(db, grant, viewer.uid, { pageId: page_id, lockMode: 'content' });
  const file = await attachmentRepository(db).lockFile(file_id);
  if (file?.uid !== viewer.uid) throw new AppError('notFound');
  await pageFileRepository(db).bind(page_id, file_id);
  invalidatePages(ctx, ctx, [page_id]);
  return {};
}
