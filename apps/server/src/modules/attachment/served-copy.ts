import type { Repositories } from '../../db/repositories.ts';
import { VARIANT_WIDTHS } from './smaller-picture.ts';

type StoredFile = NonNullable<Awaited<ReturnType<Repositories['attachments']['findByKey']>>>;

/** The variant of a picture in the requested width; undefined if the original has to be sent. */
export async function smallerCopy(
  file: StoredFile,
  asked: unknown,
  { pictures }: Repositories,
): Promise<StoredFile | undefined> {
  const width = VARIANT_WIDTHS.find((each) => String(each) === asked);
  const copy = width && (await pictures.findVariant(file.file_id, width));
  if (!copy) return undefined;
  return {
    ...file,
    ...copy,
    file_key: `${file.file_key}-${width}`,
    file_type: 'image/webp',
    display_name: `${file.display_name}.webp`,
  };
}
