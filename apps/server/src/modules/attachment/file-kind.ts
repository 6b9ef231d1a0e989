import { fileTypeFromBuffer } from 'file-type';

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
  /** How a picture's name ends; absent for everything else. */
  readonly picture?: string;
}

/** By the bytes alone: the name and the type that came along are claims. */
export async function fileKind(bytes: Uint8Array): Promise<FileKind> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!found) return { file_type: BYTES };
  const picture = PICTURES.get(found.mime);
  if (picture === undefined) return { file_type: found.mime };
  return { file_type: found.mime === 'image/apng' ? 'image/png' : found.mime, picture };
}

/** The type a stored file is served with: only a picture is shown, everything else is a download. */
export function servedType(fileType: string): { type: string; isShown: boolean } {
  const isShown = PICTURES.has(fileType);
  return { type: isShown ? fileType : BYTES, isShown };
}
