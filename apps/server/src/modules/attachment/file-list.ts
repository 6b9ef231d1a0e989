import { fileUrl } from '../storage/file-name.policy.ts';
import type { LibraryRow } from './library.repository.ts';

const MEGABYTE = 1024 * 1024;

/** Rounded to three decimals, but never to 0 for a file that is not empty. */
export function toMegabytes(bytes: number): number {
  return bytes > 0 ? Math.max(Math.round((bytes / MEGABYTE) * 1000), 1) / 1000 : 0;
}

/** 1: only images; 2: only other files; 0: all files (undefined). */
export function parseImageFilter(attachmentType: number): boolean | undefined {
  return attachmentType > 0 ? attachmentType === 1 : undefined;
}

export function toListedFile({ file_key, username, ...row }: LibraryRow) {
  return {
    ...row,
    url: fileUrl(file_key, row.display_name),
    file_size_m: toMegabytes(row.file_size),
    username: username ?? '',
  };
}
