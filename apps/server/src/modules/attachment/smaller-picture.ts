import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { MOST_POINTS } from './picture-size.ts';

/** Widths of copies: a phone in points, the same at twice and at three times the density. */
export const VARIANT_WIDTHS = [480, 960, 1440] as const;

const SHRUNK: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** The widths in which a picture has copies: only smaller ones, and only of kinds that stand still. */
export function variantWidths(fileType: string, width: number): number[] {
  return SHRUNK.has(fileType) ? VARIANT_WIDTHS.filter((each) => each < width) : [];
}

async function shrink(bytes: Uint8Array, width: number): Promise<Buffer | undefined> {
  if ((await fileTypeFromBuffer(bytes))?.mime === 'image/apng') return undefined;
  const image = sharp(bytes, { limitInputPixels: MOST_POINTS });
  if (((await image.metadata()).pages ?? 1) > 1) return undefined;
  return image.autoOrient().resize({ width }).webp({ quality: 80 }).toBuffer();
}

/** Undefined where a copy would lose the motion, is not smaller, or the picture is broken further down. */
export async function smallerPicture(
  bytes: Uint8Array,
  width: number,
): Promise<Buffer | undefined> {
  const made = await shrink(bytes, width).catch(() => undefined);
  return made && made.length < bytes.length ? made : undefined;
}
