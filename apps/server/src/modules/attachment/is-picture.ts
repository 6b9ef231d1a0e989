import { open } from 'node:fs/promises';
import sharp from 'sharp';

/** A picture of more points is a bomb: small on the way, huge when it is unpacked. */
const MOST_POINTS = 50_000_000;

// Uploads are few and differ from each other: nothing is kept, and each takes one thread.
sharp.cache(false);
sharp.concurrency(1);

/** The one kind that our decoder does not know: its head must fit its bytes. */
async function isBitmap(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(30);
    if ((await handle.read(head, 0, 30, 0)).bytesRead < 30) return false;
    const [width, height] = [head.readInt32LE(18), Math.abs(head.readInt32LE(22))];
    const start = head.readUInt32LE(10);
    return width > 0 && height > 0 && width * height <= MOST_POINTS && start >= 26 && start <= size;
  } finally {
    await handle.close();
  }
}

/** Whether it can be decoded to its last line. */
export async function isPicture(path: string, fileType: string): Promise<boolean> {
  if (fileType === 'image/bmp') return isBitmap(path);
  try {
    const image = sharp(path, { limitInputPixels: MOST_POINTS, sequentialRead: true });
    await image.stats();
    return true;
  } catch {
    return false;
  }
}
