import { open } from 'node:fs/promises';
import sharp from 'sharp';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Limit against decompression bombs: small files that need a lot of memory when decoded. */
export const MOST_POINTS = 50_000_000;

// Each picture is decoded only once, so a cache would only use memory.
sharp.cache(false);
sharp.concurrency(1);

const BMP_HEAD = 26;

/** sharp cannot decode BMP, so the dimensions and the pixel offset are read from the header. */
async function bmpSize(path: string): Promise<PictureSize | undefined> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(BMP_HEAD);
    if ((await handle.read(head, 0, BMP_HEAD, 0)).bytesRead < BMP_HEAD) return undefined;
    const start = head.readUInt32LE(10);
    const width = head.readInt32LE(18);
    // The height of a top-down bitmap is negative.
    const height = Math.abs(head.readInt32LE(22));
    const isWhole = width > 0 && height > 0 && start >= BMP_HEAD && start <= size;
    return isWhole && width * height <= MOST_POINTS ? { width, height } : undefined;
  } finally {
    await handle.close();
  }
}

/** Decodes the whole file; undefined if it is not a valid picture. */
export async function pictureSize(
  path: string,
  fileType: string,
): Promise<PictureSize | undefined> {
  if (fileType === 'image/bmp') return bmpSize(path);
  try {
    const image = sharp(path, { limitInputPixels: MOST_POINTS, sequentialRead: true });
    const { width, height } = (await image.metadata()).autoOrient;
    await image.stats();
    return { width, height };
  } catch {
    return undefined;
  }
}
