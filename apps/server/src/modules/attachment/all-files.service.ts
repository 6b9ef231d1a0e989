import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import { toSlice } from '../../db/slice.ts';
import type { Ctx } from '../../http/context.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { toListedFile, toMegabytes, parseImageFilter } from './file-list.ts';
import { removeFile } from './remove-file.ts';
import { userRepository } from '../account/user.repository.ts';
import { libraryRepository } from './library.repository.ts';
import { attachmentRepository } from '../storage/attachment.repository.ts';

type Attachment = Calls['attachment'];

/** No account has this id, so filtering by an unknown username returns an empty list. */
const NO_USER_ID = 0;

export async function getAllList(
  { db }: Ctx<Attachment['getAllList']['access']>,
  input: CallRequest<Attachment['getAllList']>,
) {
  const { username, display_name: name } = input;
  const isImage = parseImageFilter(input.attachment_type);
  const user =
    username === '' ? undefined : await userRepository(db).findByKey(usernameKey(username));
  const uid = username === '' ? undefined : (user?.uid ?? NO_USER_ID);
  const filter = { uid, isImage, name };
  const totals = await libraryRepository(db).loadTotals();
  const matching = totals.filter((row) => isImage === undefined || row.is_image === isImage);
  const total =
    uid === undefined && name === ''
      ? matching.reduce((sum, { files }) => sum + files, 0)
      : await libraryRepository(db).count(filter);
  const rows = await libraryRepository(db).list(filter, toSlice(input, total));
  const used = totals.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    list: rows.map(toListedFile),
    total,
    used,
    used_m: toMegabytes(used),
  };
}

export async function deleteAttachment(
  ctx: Ctx<Attachment['deleteAttachment']['access']>,
  { file_id }: CallRequest<Attachment['deleteAttachment']>,
) {
  const file = await attachmentRepository(ctx.db).lockFile(file_id);
  if (!file) throw new AppError('notFound');
  ctx.note({
    ...(file.uid !== null && { subject_uid: file.uid }),
    ...(file.item_id > 0 && { item_id: file.item_id }),
    facts: { display_name: file.display_name },
  });
  await removeFile(ctx, ctx, file);
  return {};
}
