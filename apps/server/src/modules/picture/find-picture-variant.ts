import { VARIANT_WIDTHS } from './resize-picture.ts';
import type { Connection } from '../../db/connect.ts';
import { pictureRepository } from './picture.repository.ts';
import type { attachmentRepository } from '../storage/attachment.repository.ts';

type StoredFile = NonNullable<
  Awaited<ReturnType<ReturnType<typeof attachmentRepository>['findByKey']>>
>;

/** The variant of a picture in the requested width; undefined if the original has to be sent. */
export async function findPictureVariant(
  file: StoredFile,
  requestedWidth: unknown,
  db: Connection,
): Promise<StoredFile | undefined> {
  const width = VARIANT_WIDTHS.find((candidate) => String(candidate) === requestedWidth);
  const variant = width && (await pictureRepository(db).findVariant(file.file_id, width));
  if (!variant) return undefined;
  return {
    ...file,
    ...variant,
    file_key: `${file.file_key}-${width}`,
    file_type: 'image/webp',
    display_name: `${file.display_name}.webp`,
  };
}
