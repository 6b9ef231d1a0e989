import { INLINE_MEDIA_TYPES, PDF_TYPE, INLINE_IMAGE_TYPES } from '@octavo/contract/served-types';
import { fileTypeFromFile } from 'file-type';
import { readPictureSize } from '../../lib/picture-size.ts';
import type { PictureSize } from '../../lib/picture-size.ts';

const OCTET_STREAM = 'application/octet-stream';

export interface FileKind {
  readonly file_type: string;
  /** Extension and dimensions of a picture; absent for other files. */
  readonly picture?: PictureSize & { readonly extension: string };
}

/**
 * Detects the type from the content, because the client controls the name and the declared type. A picture that cannot
 * be decoded is treated as octet-stream.
 */
export async function detectFileKind(path: string): Promise<FileKind> {
  const detected = await fileTypeFromFile(path).catch(() => undefined);
  if (!detected) return { file_type: OCTET_STREAM };
  const extension = INLINE_IMAGE_TYPES.get(detected.mime);
  if (extension === undefined) return { file_type: detected.mime };
  const file_type = detected.mime === 'image/apng' ? 'image/png' : detected.mime;
  const size = await readPictureSize(path, file_type);
  return size ? { file_type, picture: { ...size, extension } } : { file_type: OCTET_STREAM };
}

interface ServedType {
  readonly type: string;
  /** Sent with `Content-Disposition: inline` instead of `attachment`. */
  readonly isInline: boolean;
  readonly isFrameable: boolean;
}

/** Pictures and PDF are displayed, audio and video can be played. All other types are sent as octet-stream. */
export function toServedType(fileType: string): ServedType {
  const isFrameable = fileType === PDF_TYPE;
  const isInline = INLINE_IMAGE_TYPES.has(fileType) || isFrameable;
  const isAllowed = isInline || INLINE_MEDIA_TYPES.has(fileType);
  return { type: isAllowed ? fileType : OCTET_STREAM, isInline, isFrameable };
}
