import { MEDIA_TYPES, PDF_TYPE, PICTURE_TYPES } from '@octavo/contract/served-types';
import { fileTypeFromFile } from 'file-type';
import { pictureSize } from './picture-size.ts';
import type { PictureSize } from './picture-size.ts';

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
  const ending = PICTURE_TYPES.get(found.mime);
  if (ending === undefined) return { file_type: found.mime };
  const file_type = found.mime === 'image/apng' ? 'image/png' : found.mime;
  const size = await pictureSize(path, file_type);
  return size ? { file_type, picture: { ...size, ending } } : { file_type: BYTES };
}

interface ServedType {
  readonly type: string;
  /** Opened in place; everything else is a download. */
  readonly isShown: boolean;
  readonly isFramed: boolean;
}

/** Pictures and PDF are shown, sound and film are played by pages; no other type is told to a browser. */
export function servedType(fileType: string): ServedType {
  const isFramed = fileType === PDF_TYPE;
  const isShown = PICTURE_TYPES.has(fileType) || isFramed;
  const isKnown = isShown || MEDIA_TYPES.has(fileType);
  return { type: isKnown ? fileType : BYTES, isShown, isFramed };
}
