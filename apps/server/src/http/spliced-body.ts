import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { acceptedEncoding, computeEtag, unpooled } from './encoded-body.ts';
import type { Encoding, EncodedBody } from './encoded-body.ts';

/** A large part that many responses have in common. */
export interface SharedPart {
  readonly plain: Buffer;
  readonly etag: string;
  /** The part as blocks of a deflate stream, which other blocks may precede and follow. */
  deflated(): Promise<Buffer>;
  /**
   * The latest response around this part in each encoding. All visitors get the same response, and copying a large
   * menu for each of them cost more than the rest of the request.
   */
  readonly latest: Map<Encoding | undefined, { readonly etag: string; readonly bytes: Buffer }>;
}

/** Ends on a byte boundary and resets the dictionary, so that other blocks may follow. */
const FULL_FLUSH = { finishFlush: constants.Z_FULL_FLUSH };

export function createSharedPart(bytes: Buffer): SharedPart {
  const plain = unpooled(bytes);
  let deflated: Promise<Buffer> | undefined;
  return {
    plain,
    etag: computeEtag(plain),
    deflated: () => (deflated ??= promisify(deflateRaw)(plain, FULL_FLUSH).then(unpooled)),
    latest: new Map(),
  };
}

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const MAX_BLOCK_BYTES = 0xffff;

/** An uncompressed block of deflate, because a few hundred bytes are not worth compressing. */
function storedBlock(bytes: Buffer, isLast: boolean): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(isLast ? 1 : 0, 0);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ MAX_BLOCK_BYTES, 3);
  return Buffer.concat([head, bytes]);
}

async function gzipAround(before: Buffer, part: SharedPart, after: Buffer): Promise<Buffer> {
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
export function encodeAround(before: Buffer, part: SharedPart, after: Buffer): EncodedBody {
  const { plain, latest } = part;
  const etag = computeEtag(before, part.etag, after);
  const isSmall = before.length <= MAX_BLOCK_BYTES && after.length <= MAX_BLOCK_BYTES;
  return {
    etag,
    size: before.length + plain.length + after.length,
    async encodeFor(acceptEncoding) {
      const encoding = isSmall && acceptedEncoding(acceptEncoding) ? 'gzip' : undefined;
      const cached = latest.get(encoding);
      if (cached?.etag === etag) return { encoding, bytes: cached.bytes };
      const bytes = unpooled(
        encoding ? await gzipAround(before, part, after) : Buffer.concat([before, plain, after]),
      );
      latest.set(encoding, { etag, bytes });
      return { encoding, bytes };
    },
  };
}
