import type { Repositories } from '../../db/repositories.ts';
import { VARIANT_WIDTHS } from './resize-picture.ts';

type StoredFile = NonNullable<Awaited<ReturnType<Repositories['attachments']['findByKey']>>>;

/** The variant of a picture in the requested width; undefined if the original has to be sent. */
export async function findPictureVariant(
  file: StoredFile,
  requestedWidth: unknown,
  { pictures }: Repositories,
): Promise<StoredFile | undefined> {
  const width = VARIANT_WIDTHS.find((candidate) => String(candidate) === requestedWidth);
  const variant = width && (await pictures.findVariant(file.file_id, width));
  if (!variant) return undefined;
  return {
    ...file,
    ...variant,
    file_key: `${file.file_key}-${width}`,
    file_type: 'image/webp',
    display_name: `${file.display_name}.webp`,
  };
}
