import { fileTypeFromFile } from 'file-type';
import { pictureSize } from './picture-size.ts';
import type { PictureSize } from './picture-size.ts';

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
  /** How a picture's name ends and how large it is; absent for everything else. */
  readonly picture?: PictureSize & { readonly ending: string };
}

/** By the bytes alone: the name and the type that came along are claims. What cannot be decoded is no picture. */
export async function fileKind(path: string): Promise<FileKind> {
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (!found) return { file_type: BYTES };
  const ending = PICTURES.get(found.mime);
  if (ending === undefined) return { file_type: found.mime };
  const file_type = found.mime === 'image/apng' ? 'image/png' : found.mime;
  const size = await pictureSize(path, file_type);
  return size ? { file_type, picture: { ...size, ending } } : { file_type: BYTES };
}

/** The type a stored file is served with: pictures and PDF are shown, everything else is a download. */
export function servedType(fileType: string): { type: string; isShown: boolean } {
  const isShown = PICTURES.has(fileType) || fileType === PDF;
  return { type: isShown ? fileType : BYTES, isShown };
}
