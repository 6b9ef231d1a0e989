import { randomBytes } from 'node:crypto';
import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { MEGABYTE } from '@octavo/contract/file-size';
import { lockEditablePage, lockItem } from '../../access/lock-item.ts';
import type { ItemGrant } from '../../access/grant.ts';
import { isNonEmpty } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import type { UploadedFile } from '../../http/spool.ts';
import { StorageError } from '../../storage-error.ts';
import { invalidatePages } from '../../realtime/invalidate.ts';
import { detectFileKind } from './file-kind.ts';
import { toDisplayName, fileUrl } from '../storage/file-name.policy.ts';
import { enqueueVariants } from '../picture/picture-variants.jobs.ts';
import { removeUnusedObject, toRemovalContext } from './remove-file.ts';
import { settingRepository } from '../setting/setting.repository.ts';
import { attachmentRepository } from '../storage/attachment.repository.ts';
import { pageFileRepository } from '../page/page-file.repository.ts';

type PageUpload = Calls['page']['upload'];
type PageCtx = Ctx<PageUpload['access']>;
type UserCtx = Omit<Ctx<Calls['attachment']['upload']['access']>, 'grant'>;
type NewFile = Parameters<ReturnType<typeof attachmentRepository>['insert']>[1];

/** Checks the rights again under the lock, because they may have been revoked during the upload. */
async function assertMayUpload(
  { viewer }: PageCtx,
  grant: ItemGrant,
  { db }: UnitOfWork,
  pageId: number,
): Promise<void> {
  if (pageId === 0) {
    const rights = await lockItem(db, grant, viewer.uid, 'content');
    if (isNonEmpty(rights.edit)) return;
    throw new AppError(isNonEmpty(rights.restrict) ? 'itemArchived' : 'forbidden');
  }
  await lockEditablePage(db, grant, viewer.uid, {
    pageId,
    lockMode: 'content',
  });
}

interface UploadOptions {
  readonly field: string;
  readonly onlyPictures?: true;
  /** Allowed media types; absent: all. */
  readonly types?: readonly string[];
}

/** Derives the metadata from the content. The file name of the client is sanitised and its media type ignored. */
export async function inspectFile(
  file: UploadedFile,
  { onlyPictures, types }: Omit<UploadOptions, 'field'> = {},
) {
  const { file_type, picture } = await detectFileKind(file.path);
  if (types && !types.includes(file_type)) throw new AppError('fileTypeRefused');
  if (onlyPictures && picture === undefined) throw new AppError('fileTypeRefused');
  // Browsers name a pasted picture "blob".
  const clientName = file.name === 'blob' ? '' : file.name;
  const display_name = toDisplayName(
    clientName,
    picture === undefined ? 'file' : `image.${picture.extension}`,
  );
  const { width = null, height = null } = picture ?? {};
  return {
    file_type,
    display_name,
    object_key: file.sha256,
    file_size: file.size,
    width,
    height,
  };
}

/** Checks the quota over all files of a user. Concurrent uploads of the same user wait for each other. */
export async function assertQuota(
  { viewer }: Pick<UserCtx, 'viewer'>,
  { db }: UnitOfWork,
  added: number,
): Promise<void> {
  const { attachment_quota_m } = await settingRepository(db).load();
  if (attachment_quota_m === 0) return;
  const used = await attachmentRepository(db).lockUsedBytes(viewer.uid);
  if (used + added > attachment_quota_m * MEGABYTE) throw new AppError('quotaUsedUp');
}

/**
 * Puts the object before the row, so that no row is without an object. If the insert fails, the object is removed unless
 * another row refers to it.
 */
export async function storeFile(
  ctx: UserCtx,
  options: UploadOptions,
  insert: (work: UnitOfWork, file: NewFile) => Promise<number>,
) {
  const { deps, viewer, file: uploaded } = ctx;
  if (!uploaded) throw new AppError('invalidRequest', { field: options.field });
  const fileInfo = await inspectFile(uploaded, options);
  const { display_name, file_type, object_key } = fileInfo;
  const storage = await deps.stores.current();
  const file_key = randomBytes(16).toString('hex');
  const file = { ...fileInfo, file_key, uid: viewer.uid, store: storage.name };
  const isStored = async () => (await storage.find(object_key))?.size === uploaded.size;
  await storage.put(object_key, uploaded);
  try {
    const file_id = await ctx.transaction(async (work) => {
      await assertQuota(ctx, work, uploaded.size);
      await attachmentRepository(work.db).lockObject(file, 'keep');
      // The same object may have been removed since `put`; the lock prevents this from here on.
      if (!(await isStored())) {
        await storage.put(object_key, uploaded);
        if (!(await isStored()))
          throw new StorageError('the stored object does not match the upload');
      }
      const fileId = await insert(work, file);
      await enqueueVariants(work, { ...file, file_id: fileId });
      return fileId;
    });
    return { file_id, url: fileUrl(file_key, display_name), display_name, file_type };
  } catch (error) {
    await removeUnusedObject(toRemovalContext(deps), file).catch((err: unknown) =>
      deps.log.warn({ err }, 'removing a rejected upload failed; clean-up will remove it'),
    );
    throw error;
  }
}

function storeInLibrary(ctx: UserCtx, options: UploadOptions) {
  return storeFile(ctx, options, (work, file) =>
    attachmentRepository(work.db).insert(undefined, file),
  );
}

function storeOnPage(ctx: PageCtx, { page_id }: CallRequest<PageUpload>, options: UploadOptions) {
  const { grant } = ctx;
  if (!grant) return storeInLibrary(ctx, options);
  return storeFile(ctx, options, async (work, file) => {
    await assertMayUpload(ctx, grant, work, page_id);
    const file_id = await attachmentRepository(work.db).insert(grant, file);
    if (page_id > 0) {
      await pageFileRepository(work.db).bind(page_id, file_id);
      invalidatePages(work, ctx, [page_id]);
    }
    return file_id;
  });
}

export function upload(ctx: PageCtx, input: CallRequest<PageUpload>) {
  return storeOnPage(ctx, input, { field: 'file' });
}

export function uploadImg(ctx: PageCtx, input: CallRequest<PageUpload>) {
  return storeOnPage(ctx, input, { field: 'editormd-image-file', onlyPictures: true });
}

export function uploadToLibrary(ctx: UserCtx) {
  return storeInLibrary(ctx, { field: 'file' });
}
