import sharp from 'sharp';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** More points than any screenshot has; a picture of more is not unpacked. */
export const MOST_POINTS = 100_000_000;

// Every picture is looked at once: what the library would keep is only memory.
sharp.cache(false);

const BMP_HEAD = 26;

/** The one kind that our decoder does not know; its head has the size at a fixed place. */
function bmpSize(bytes: Uint8Array): PictureSize | undefined {
  if (bytes.length < BMP_HEAD) return undefined;
  const head = new DataView(bytes.buffer, bytes.byteOffset, BMP_HEAD);
  const width = head.getInt32(18, true);
  // A picture that is written from the top down has a negative height.
  const height = Math.abs(head.getInt32(22, true));
  return width > 0 && height > 0 && width * height <= MOST_POINTS ? { width, height } : undefined;
}

/** By its head alone, nothing is unpacked; undefined for what only claims to be a picture. */
export async function pictureSize(
  bytes: Uint8Array,
  fileType: string,
): Promise<PictureSize | undefined> {
  if (fileType === 'image/bmp') return bmpSize(bytes);
  try {
    const image = sharp(bytes, { limitInputPixels: MOST_POINTS });
    const { width, height } = (await image.metadata()).autoOrient;
    return { width, height };
  } catch {
    return undefined;
  }
}
