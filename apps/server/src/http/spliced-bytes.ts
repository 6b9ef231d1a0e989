import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { acceptedEncoding, tagOf } from './kept-bytes.ts';
import type { Encoding, KeptBytes } from './kept-bytes.ts';

/** A large part that many answers have in common. */
export interface SharedPart {
  readonly plain: Buffer;
  readonly tag: string;
  /** As blocks of a deflate stream that goes on before and after them. */
  deflated(): Promise<Buffer>;
  /**
   * The newest answer made around it in each encoding. Visitors all get the same one; copying a large
   * menu for each of them cost more than everything else about the request.
   */
  readonly newest: Map<Encoding | undefined, { readonly tag: string; readonly bytes: Buffer }>;
}

/** Ends on a whole byte and refers to nothing before it, so that other blocks may stand around it. */
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

/** Deflate's own way to hold bytes as they are: a few hundred are not worth a compressor. */
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
 * An answer of which only a little is one person's: the large part was compressed once for all and is
 * put between what stands before and after it.
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
