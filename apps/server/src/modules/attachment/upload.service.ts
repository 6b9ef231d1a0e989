import { randomBytes } from 'node:crypto';
import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { assertEdits, holdItem, holdPage } from '../../access/hold-item.ts';
import { isOpen } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx, Work } from '../../http/context.ts';
import { forgetPages } from '../page/tell-page.ts';
import { fileKind } from './file-kind.ts';
import { displayName, fileAddress } from './file-name.policy.ts';

type Upload = Calls['page']['upload'];
type UploadCtx = Ctx<Upload['access']>;

/** Rights once more, under the lock: what was taken away while the bytes came in is gone. */
async function assertPlace({ grant, viewer }: UploadCtx, { repos }: Work, pageId: number) {
  if (pageId === 0) {
    const standing = await holdItem(repos, grant, viewer.uid, 'content');
    if (isOpen(standing.edit)) return;
    throw new AppError(isOpen(standing.narrow) ? 'itemArchived' : 'forbidden');
  }
  const { page, standing } = await holdPage(repos, grant, viewer.uid, {
    pageId,
    purpose: 'content',
  });
  assertEdits(standing, page.top_cat_id);
}

/** The object comes first, so that there is no row without one; a refused row takes it away again. */
async function keep(
  ctx: UploadCtx,
  { page_id }: CallRequest<Upload>,
  { field, onlyPictures }: { field: string; onlyPictures: boolean },
) {
  const { deps, grant, viewer, file } = ctx;
  if (!file) throw new AppError('invalidRequest', { field });
  const { file_type, picture } = await fileKind(file.bytes);
  if (onlyPictures && picture === undefined) throw new AppError('fileTypeRefused');
  // Browsers call a pasted picture "blob".
  const given = file.name === 'blob' ? '' : file.name;
  const display_name = displayName(given, picture === undefined ? 'file' : `image.${picture}`);
  const file_key = randomBytes(16).toString('hex');
  const { storage } = deps;
  await storage.put(file_key, file.bytes);
  try {
    const file_id = await ctx.transaction(async (work) => {
      await assertPlace(ctx, work, page_id);
      forgetPages(work, ctx, page_id > 0 ? [page_id] : []);
      return work.repos.attachments.insert(grant, {
        file_key,
        uid: viewer.uid,
        page_id,
        display_name,
        file_type,
        file_size: file.bytes.length,
        store: storage.name,
      });
    });
    return { file_id, url: fileAddress(file_key, display_name), display_name, file_type };
  } catch (error) {
    await storage.remove(file_key);
    throw error;
  }
}

export function upload(ctx: UploadCtx, input: CallRequest<Upload>) {
  return keep(ctx, input, { field: 'file', onlyPictures: false });
}

export function uploadImg(ctx: UploadCtx, input: CallRequest<Upload>) {
  return keep(ctx, input, { field: 'editormd-image-file', onlyPictures: true });
}
