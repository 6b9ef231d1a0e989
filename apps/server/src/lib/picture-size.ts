import { open } from 'node:fs/promises';
import { loadSharp } from './load-sharp.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Limit against decompression bombs: small files that need a lot of memory when decoded. */
export const MAX_PIXELS = 50_000_000;

const BMP_HEADER_SIZE = 26;

/** sharp cannot decode BMP, so the dimensions and the pixel offset are read from the header. */
async function readBmpSize(path: string): Promise<PictureSize | undefined> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const header = Buffer.alloc(BMP_HEADER_SIZE);
    if ((await handle.read(header, 0, BMP_HEADER_SIZE, 0)).bytesRead < BMP_HEADER_SIZE)
      return undefined;
    const pixelOffset = header.readUInt32LE(10);
    const width = header.readInt32LE(18);
    // The height of a top-down bitmap is negative.
    const height = Math.abs(header.readInt32LE(22));
    const isValid =
      width > 0 && height > 0 && pixelOffset >= BMP_HEADER_SIZE && pixelOffset <= size;
    return isValid && width * height <= MAX_PIXELS ? { width, height } : undefined;
  } finally {
    await handle.close();
  }
}

/** Decodes the whole file; undefined if it is not a valid picture. */
export async function readPictureSize(
  path: string,
  fileType: string,
): Promise<PictureSize | undefined> {
  if (fileType === 'image/bmp') return readBmpSize(path);
  const sharp = await loadSharp();
  try {
    const image = sharp(path, { limitInputPixels: MAX_PIXELS, sequentialRead: true });
    const { width, height } = (await image.metadata()).autoOrient;
    await image.stats();
    return { width, height };
  } catch {
    return undefined;
  }
}
