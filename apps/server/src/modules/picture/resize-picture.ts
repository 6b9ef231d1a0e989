import { fileTypeFromBuffer } from 'file-type';
import { loadSharp } from '../../lib/load-sharp.ts';
import { MAX_PIXELS } from '../../lib/picture-size.ts';

/** Widths of variants: about the width of a phone at a pixel density of 1, 2 and 3. */
export const VARIANT_WIDTHS = [480, 960, 1440] as const;

const RESIZABLE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** The widths in which a picture has variants: smaller than the original, and only for types that are not animated. */
export function variantWidths(fileType: string, width: number): number[] {
  return RESIZABLE_TYPES.has(fileType)
    ? VARIANT_WIDTHS.filter((variantWidth) => variantWidth < width)
    : [];
}

async function resize(bytes: Uint8Array, width: number): Promise<Buffer | undefined> {
  if ((await fileTypeFromBuffer(bytes))?.mime === 'image/apng') return undefined;
  const sharp = await loadSharp();
  const image = sharp(bytes, { limitInputPixels: MAX_PIXELS });
  if (((await image.metadata()).pages ?? 1) > 1) return undefined;
  return image.autoOrient().resize({ width }).webp({ quality: 80 }).toBuffer();
}

/** Undefined if the picture is animated or cannot be decoded, or if the result is not smaller than the original. */
export async function resizePicture(bytes: Uint8Array, width: number): Promise<Buffer | undefined> {
  const resized = await resize(bytes, width).catch(() => undefined);
  return resized && resized.length < bytes.length ? resized : undefined;
}
