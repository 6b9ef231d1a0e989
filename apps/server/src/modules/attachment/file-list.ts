import { IMAGE_FILES } from '@octavo/contract/attachment-type';
import { MEGABYTE } from '@octavo/contract/file-size';
import { fileUrl } from '../storage/file-name.policy.ts';
import type { LibraryRow } from './library.repository.ts';

/** Rounded to three decimals, but never to 0 for a file that is not empty. */
export function toMegabytes(bytes: number): number {
  return bytes > 0 ? Math.max(Math.round((bytes / MEGABYTE) * 1000), 1) / 1000 : 0;
}

/** Undefined: all files. */
export function parseImageFilter(attachmentType: number): boolean | undefined {
  return attachmentType > 0 ? attachmentType === IMAGE_FILES : undefined;
}

export function toListedFile({ file_key, username, ...row }: LibraryRow) {
  return {
    ...row,
    url: fileUrl(file_key, row.display_name),
    file_size_m: toMegabytes(row.file_size),
    username: username ?? '',
  };
}
