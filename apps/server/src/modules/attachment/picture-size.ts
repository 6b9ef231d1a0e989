import { open } from 'node:fs/promises';
import sharp from 'sharp';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A picture of more points is a bomb: small on the way, huge when it is unpacked. */
export const MOST_POINTS = 50_000_000;

// Every picture is looked at once, beside others: what the library would keep is only memory.
sharp.cache(false);
sharp.concurrency(1);

const BMP_HEAD = 26;

/** The one kind that our decoder does not know: its head has the size, and where the points begin. */
async function bmpSize(path: string): Promise<PictureSize | undefined> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(BMP_HEAD);
    if ((await handle.read(head, 0, BMP_HEAD, 0)).bytesRead < BMP_HEAD) return undefined;
    const start = head.readUInt32LE(10);
    const width = head.readInt32LE(18);
    // A picture that is written from the top down has a negative height.
    const height = Math.abs(head.readInt32LE(22));
    const isWhole = width > 0 && height > 0 && start >= BMP_HEAD && start <= size;
    return isWhole && width * height <= MOST_POINTS ? { width, height } : undefined;
  } finally {
    await handle.close();
  }
}

/** Of a file that can be decoded to its last line; undefined for what only claims to be a picture. */
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
