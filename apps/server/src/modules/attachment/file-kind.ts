import { fileTypeFromBuffer } from 'file-type';
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

const BYTES = 'application/octet-stream';

export interface FileKind {
  readonly file_type: string;
  /** How a picture's name ends and how large it is; absent for everything else. */
  readonly picture?: PictureSize & { readonly ending: string };
}

/** By the bytes alone: the name and the type that came along are claims, and so is a picture without a size. */
export async function fileKind(bytes: Uint8Array): Promise<FileKind> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!found) return { file_type: BYTES };
  const ending = PICTURES.get(found.mime);
  if (ending === undefined) return { file_type: found.mime };
  const file_type = found.mime === 'image/apng' ? 'image/png' : found.mime;
  const size = await pictureSize(bytes, file_type);
  return size ? { file_type, picture: { ...size, ending } } : { file_type: BYTES };
}

/** The type a stored file is served with: only a picture is shown, everything else is a download. */
export function servedType(fileType: string): { type: string; isShown: boolean } {
  const isShown = PICTURES.has(fileType);
  return { type: isShown ? fileType : BYTES, isShown };
}
