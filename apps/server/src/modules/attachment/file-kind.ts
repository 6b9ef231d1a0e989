import { MEDIA_TYPES, PDF_TYPE, PICTURE_TYPES } from '@octavo/contract/served-types';
import { fileTypeFromFile } from 'file-type';
import { pictureSize } from './picture-size.ts';
import type { PictureSize } from './picture-size.ts';

const BYTES = 'application/octet-stream';

export interface FileKind {
  readonly file_type: string;
  /** Extension and dimensions of a picture; absent for other files. */
  readonly picture?: PictureSize & { readonly ending: string };
}

/**
 * Detects the type from the content, because the client controls the name and the declared type. A picture that cannot
 * be decoded is treated as octet-stream.
 */
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
  /** Sent with `Content-Disposition: inline` instead of `attachment`. */
  readonly isShown: boolean;
  readonly isFramed: boolean;
}

/** Pictures and PDF are displayed, audio and video can be played. All other types are sent as octet-stream. */
export function servedType(fileType: string): ServedType {
  const isFramed = fileType === PDF_TYPE;
  const isShown = PICTURE_TYPES.has(fileType) || isFramed;
  const isKnown = isShown || MEDIA_TYPES.has(fileType);
  return { type: isKnown ? fileType : BYTES, isShown, isFramed };
}
