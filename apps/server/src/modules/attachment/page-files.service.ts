import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { ItemGrant } from '../../access/grant.ts';
import { assertEdits, holdPage } from '../../access/hold-item.ts';
import { AppError } from '../../app-error.ts';
import type { Ctx, Work } from '../../http/context.ts';
import { forgetPages } from '../page/tell-page.ts';
import { fileAddress, fileKeysIn } from './file-name.policy.ts';

type Page = Calls['page'];

const MEGABYTE = 1024 * 1024;

export async function uploadList(
  { repos, grant }: Ctx<Page['uploadList']['access']>,
  { page_id }: CallRequest<Page['uploadList']>,
) {
  const files = await repos.attachments.listOfPage(grant, page_id);
  return files.map(({ file_key, file_size, username, ...file }) => ({
    ...file,
    url: fileAddress(file_key, file.display_name),
    file_size_m: Math.round((file_size / MEGABYTE) * 1000) / 1000,
    username: username ?? '',
  }));
}

/** Whoever uploaded it deletes it. The row goes first: an object without one is nobody's. */
export async function deleteUploadFile(
  ctx: Ctx<Page['deleteUploadFile']['access']>,
  { page_id, file_id }: CallRequest<Page['deleteUploadFile']>,
) {
  const { repos, grant, viewer, deps } = ctx;
  const { page, standing } = await holdPage(repos, grant, viewer.uid, {
    pageId: page_id,
    purpose: 'content',
  });
  assertEdits(standing, page.top_cat_id);
  const file = await repos.attachments.hold(page_id, file_id);
  if (!file) throw new AppError('notFound');
  if (file.uid !== viewer.uid) throw new AppError('forbidden');
  await repos.attachments.delete(file_id);
  forgetPages(ctx, ctx, [page_id]);
  ctx.afterCommit(() => {
    deps.storage
      .remove(file.file_key)
      .catch((error: unknown) =>
        deps.log.error({ err: error }, 'a deleted file stays in its store'),
      );
  });
  return {};
}

/** The first save that mentions what was put into an unsaved page makes it that page's. */
export async function bindFiles(
  { repos }: Work,
  { grant, viewer }: { grant: ItemGrant; viewer: { uid: number } },
  pageId: number,
  content: string | undefined,
): Promise<void> {
  const keys = fileKeysIn(content ?? '');
  if (keys.length > 0) await repos.attachments.bindToPage(grant, viewer.uid, pageId, keys);
}
