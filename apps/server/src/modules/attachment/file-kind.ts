import { fileTypeFromFile } from 'file-type';
import { isPicture } from './is-picture.ts';

/** Pictures that a browser may show in place: they run nothing. */
const PICTURES: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/png', 'png'],
  ['image/apng', 'png'],
  ['image/bmp', 'bmp'],
  ['image/webp', 'webp'],
]);

const PDF = 'application/pdf';
const BYTES = 'application/octet-stream';

export interface FileKind {
  readonly file_type: string;
  /** How a picture's name ends; absent for everything else. */
  readonly picture?: string;
}

/** By the bytes alone: the name and the type that came along are claims. What cannot be decoded is no picture. */
export async function fileKind(path: string): Promise<FileKind> {
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (!found) return { file_type: BYTES };
  const picture = PICTURES.get(found.mime);
  if (picture === undefined) return { file_type: found.mime };
  const file_type = found.mime === 'image/apng' ? 'image/png' : found.mime;
  return (await isPicture(path, file_type)) ? { file_type, picture } : { file_type: BYTES };
}

/** The type a stored file is served with: pictures and PDF are shown, everything else is a download. */
export function servedType(fileType: string): { type: string; isShown: boolean } {
  const isShown = PICTURES.has(fileType) || fileType === PDF;
  return { type: isShown ? fileType : BYTES, isShown };
}
