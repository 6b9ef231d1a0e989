import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { acceptedEncoding, tagOf } from './kept-bytes.ts';
import type { Encoding, KeptBytes } from './kept-bytes.ts';

/** A large part that many responses have in common. */
export interface SharedPart {
  readonly plain: Buffer;
  readonly tag: string;
  /** The part as blocks of a deflate stream, which other blocks may precede and follow. */
  deflated(): Promise<Buffer>;
  /**
   * The latest response around this part in each encoding. All visitors get the same response, and copying a large
   * menu for each of them cost more than the rest of the request.
   */
  readonly newest: Map<Encoding | undefined, { readonly tag: string; readonly bytes: Buffer }>;
}

/** Ends on a byte boundary and resets the dictionary, so that other blocks may follow. */
const AMID = { finishFlush: constants.Z_FULL_FLUSH };

export function sharePart(plain: Buffer): SharedPart {
  let deflated: Promise<Buffer> | undefined;
  return {
    plain,
    tag: tagOf(plain),
    deflated: () => (deflated ??= promisify(deflateRaw)(plain, AMID)),
    newest: new Map(),
  };
}

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const MOST_IN_BLOCK = 0xffff;

/** An uncompressed block of deflate, because a few hundred bytes are not worth compressing. */
function storedBlock(bytes: Buffer, isLast: boolean): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(isLast ? 1 : 0, 0);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ MOST_IN_BLOCK, 3);
  return Buffer.concat([head, bytes]);
}

async function gzipped(before: Buffer, part: SharedPart, after: Buffer): Promise<Buffer> {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(after, crc32(part.plain, crc32(before))), 0);
  trailer.writeUInt32LE((before.length + part.plain.length + after.length) >>> 0, 4);
  return Buffer.concat([
    GZIP_HEADER,
    storedBlock(before, false),
    await part.deflated(),
    storedBlock(after, true),
    trailer,
  ]);
}

/**
 * A response of which only a small part depends on the user: the large shared part is compressed once and placed
 * between the bytes before and after it.
 */
export function spliceBytes(before: Buffer, part: SharedPart, after: Buffer): KeptBytes {
  const { plain, newest } = part;
  const tag = tagOf(before, part.tag, after);
  const isSmall = before.length <= MOST_IN_BLOCK && after.length <= MOST_IN_BLOCK;
  return {
    tag,
    size: before.length + plain.length + after.length,
    async encoded(acceptEncoding) {
      const encoding = isSmall && acceptedEncoding(acceptEncoding) ? 'gzip' : undefined;
      const made = newest.get(encoding);
      if (made?.tag === tag) return { encoding, bytes: made.bytes };
      const bytes = encoding
        ? await gzipped(before, part, after)
        : Buffer.concat([before, plain, after]);
      newest.set(encoding, { tag, bytes });
      return { encoding, bytes };
    },
  };
}
