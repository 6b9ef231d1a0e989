import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { extractFileKeys } from '../storage/file-name.policy.ts';
import { removeFile } from '../attachment/remove-file.ts';
import { upload } from '../attachment/upload.service.ts';
import { attachmentRepository } from '../storage/attachment.repository.ts';

type Open = Calls['open'];

/** Scripts act in the name of the item owner, so the owner is the uploader. */
export async function uploadAttachment(
  ctx: Ctx<Open['uploadAttachment']['access']>,
  { page_id }: CallRequest<Open['uploadAttachment']>,
) {
  const { file_id, url } = await upload({ ...ctx }, { page_id });
  const [sign = ''] = extractFileKeys(url);
  return { file_id, sign, url: new URL(url, ctx.deps.config.publicUrl).href };
}

async function resolveFileId(
  { db }: Ctx<Open['deleteAttachment']['access']>,
  { file_id, sign, file_url }: CallRequest<Open['deleteAttachment']>,
): Promise<number> {
  if (file_id > 0) return file_id;
  const [key = ''] = sign === '' ? extractFileKeys(file_url) : [sign];
  return (await attachmentRepository(db).findByKey(key))?.file_id ?? 0;
}

/** Only files of this item that were uploaded by its owner or a script. */
export async function deleteAttachment(
  ctx: Ctx<Open['deleteAttachment']['access']>,
  input: CallRequest<Open['deleteAttachment']>,
) {
  const { db, grant, viewer } = ctx;
  const file = await attachmentRepository(db).lockFile(await resolveFileId(ctx, input));
  if (file?.item_id !== grant.itemId) throw new AppError('notFound');
  if (file.uid !== viewer.uid) throw new AppError('forbidden');
  ctx.note({ facts: { display_name: file.display_name } });
  await removeFile(ctx, ctx, file);
  return { file_id: file.file_id };
}
