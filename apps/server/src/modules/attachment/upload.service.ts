import { randomBytes } from 'node:crypto';
import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { holdEditedPage, holdItem } from '../../access/hold-item.ts';
import type { ItemGrant } from '../../access/grant.ts';
import { isOpen } from '../../access/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Repositories } from '../../db/repositories.ts';
import type { Ctx, Work } from '../../http/context.ts';
import type { SentFile } from '../../http/spool.ts';
import { StorageError } from '../../storage-error.ts';
import { forgetPages } from '../page/tell-page.ts';
import { fileKind } from './file-kind.ts';
import { displayName, fileAddress } from './file-name.policy.ts';
import { enqueueCopies } from './picture-copies.jobs.ts';
import { dropObject, droppingBy } from './remove-file.ts';

type PageUpload = Calls['page']['upload'];
type PageCtx = Ctx<PageUpload['access']>;
type UserCtx = Omit<Ctx<Calls['attachment']['upload']['access']>, 'grant'>;
type NewFile = Parameters<Repositories['attachments']['insert']>[1];

/** Checks the rights again under the lock, because they may have been revoked during the upload. */
async function assertPlace(
  { viewer }: PageCtx,
  grant: ItemGrant,
  { repos }: Work,
  pageId: number,
): Promise<void> {
  if (pageId === 0) {
    const standing = await holdItem(repos, grant, viewer.uid, 'content');
    if (isOpen(standing.edit)) return;
    throw new AppError(isOpen(standing.narrow) ? 'itemArchived' : 'forbidden');
  }
  await holdEditedPage(repos, grant, viewer.uid, {
    pageId,
    purpose: 'content',
  });
}

interface Wish {
  readonly field: string;
  readonly onlyPictures?: true;
  /** Allowed media types; absent: all. */
  readonly types?: readonly string[];
}

/** Derives the metadata from the content. The file name of the client is sanitised and its media type ignored. */
export async function inspect(file: SentFile, { onlyPictures, types }: Omit<Wish, 'field'> = {}) {
  const { file_type, picture } = await fileKind(file.path);
  if (types && !types.includes(file_type)) throw new AppError('fileTypeRefused');
  if (onlyPictures && picture === undefined) throw new AppError('fileTypeRefused');
  // Browsers name a pasted picture "blob".
  const given = file.name === 'blob' ? '' : file.name;
  const display_name = displayName(
    given,
    picture === undefined ? 'file' : `image.${picture.ending}`,
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
  { repos }: Work,
  added: number,
): Promise<void> {
  const { attachment_quota_m } = await repos.settings.load();
  if (attachment_quota_m === 0) return;
  const used = await repos.attachments.holdUsedBytes(viewer.uid);
  if (used + added > attachment_quota_m * 1024 * 1024) throw new AppError('quotaUsedUp');
}

/** Puts the object before the row, so that no row is without an object. If the insert fails, the object is removed. */
export async function keep(
  ctx: UserCtx,
  wish: Wish,
  insert: (work: Work, file: NewFile) => Promise<number>,
) {
  const { deps, viewer, file: sent } = ctx;
  if (!sent) throw new AppError('invalidRequest', { field: wish.field });
  const found = await inspect(sent, wish);
  const { display_name, file_type, object_key } = found;
  const storage = await deps.stores.current();
  const file_key = randomBytes(16).toString('hex');
  const file = { ...found, file_key, uid: viewer.uid, store: storage.name };
  const isThere = async () => (await storage.find(object_key))?.size === sent.size;
  await storage.put(object_key, sent);
  try {
    const file_id = await ctx.transaction(async (work) => {
      await assertQuota(ctx, work, sent.size);
      await work.repos.attachments.lockObject(file, 'keep');
      // The same object may have been removed since `put`; the lock prevents this from here on.
      if (!(await isThere())) {
        await storage.put(object_key, sent);
        if (!(await isThere())) throw new StorageError('not what was sent');
      }
      const made = await insert(work, file);
      await enqueueCopies(work, { ...file, file_id: made });
      return made;
    });
    return { file_id, url: fileAddress(file_key, display_name), display_name, file_type };
  } catch (error) {
    await dropObject(droppingBy(deps), file).catch((err: unknown) =>
      deps.log.warn({ err }, 'what was not kept stays in its store for a while'),
    );
    throw error;
  }
}

function keepInLibrary(ctx: UserCtx, wish: Wish) {
  return keep(ctx, wish, (work, file) => work.repos.attachments.insert(undefined, file));
}

function keepOnPage(ctx: PageCtx, { page_id }: CallRequest<PageUpload>, wish: Wish) {
  const { grant } = ctx;
  if (!grant) return keepInLibrary(ctx, wish);
  return keep(ctx, wish, async (work, file) => {
    await assertPlace(ctx, grant, work, page_id);
    const file_id = await work.repos.attachments.insert(grant, file);
    if (page_id > 0) {
      await work.repos.pageFiles.bind(page_id, file_id);
      forgetPages(work, ctx, [page_id]);
    }
    return file_id;
  });
}

export function upload(ctx: PageCtx, input: CallRequest<PageUpload>) {
  return keepOnPage(ctx, input, { field: 'file' });
}

export function uploadImg(ctx: PageCtx, input: CallRequest<PageUpload>) {
  return keepOnPage(ctx, input, { field: 'editormd-image-file', onlyPictures: true });
}

export function uploadToLibrary(ctx: UserCtx) {
  return keepInLibrary(ctx, { field: 'file' });
}
