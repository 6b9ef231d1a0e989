import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import { sliceOf } from '../../db/slice.ts';
import type { Ctx } from '../../http/context.ts';
import { usernameKey } from '../user/username-key.ts';
import { listedFile, megabytes, wantedImages } from './file-list.ts';
import { removeFile } from './remove-file.ts';

type Attachment = Calls['attachment'];

/** No account has this id, so filtering by an unknown username returns an empty list. */
const NOBODY = 0;

export async function getAllList(
  { repos }: Ctx<Attachment['getAllList']['access']>,
  input: CallRequest<Attachment['getAllList']>,
) {
  const { username, display_name: name } = input;
  const isImage = wantedImages(input.attachment_type);
  const person = username === '' ? undefined : await repos.users.findByKey(usernameKey(username));
  const uid = username === '' ? undefined : (person?.uid ?? NOBODY);
  const filter = { uid, isImage, name };
  const tally = await repos.library.tally();
  const counted = tally.filter((row) => isImage === undefined || row.is_image === isImage);
  const total =
    uid === undefined && name === ''
      ? counted.reduce((sum, { files }) => sum + files, 0)
      : await repos.library.count(filter);
  const rows = await repos.library.list(filter, sliceOf(input, total));
  const used = tally.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    list: rows.map(listedFile),
    total,
    used,
    used_m: megabytes(used),
  };
}

export async function deleteAttachment(
  ctx: Ctx<Attachment['deleteAttachment']['access']>,
  { file_id }: CallRequest<Attachment['deleteAttachment']>,
) {
  const file = await ctx.repos.attachments.hold(file_id);
  if (!file) throw new AppError('notFound');
  ctx.note({
    ...(file.uid !== null && { subject_uid: file.uid }),
    ...(file.item_id > 0 && { item_id: file.item_id }),
    facts: { display_name: file.display_name },
  });
  await removeFile(ctx, ctx, file);
  return {};
}
