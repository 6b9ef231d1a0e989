import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Small buffers are views of larger ones that Node shares among many of them. A cached one would keep all of that in
 * memory, so it gets bytes of its own.
 */
export function unpooled(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

const compressors = {
  br: async (bytes: Buffer) => unpooled(await promisify(brotliCompress)(bytes, BROTLI)),
  gzip: async (bytes: Buffer) => unpooled(await promisify(gzip)(bytes)),
};
export type Encoding = keyof typeof compressors;

interface EncodedBytes {
  readonly encoding: Encoding | undefined;
  readonly bytes: Buffer;
}

/** A response body that is sent more than once. */
export interface EncodedBody {
  /** Depends on the content only, not on the encoding. */
  readonly etag: string;
  readonly size: number;
  /** The body in the best encoding that the client accepts. */
  encodeFor(acceptEncoding: string | undefined): EncodedBytes | Promise<EncodedBytes>;
}

/** The memory of a cached body: both compressed copies of a text together take less than half of it. */
export function cachedBytes({ size }: EncodedBody): number {
  return 1.5 * size;
}

/** Smaller bodies fit into one network packet anyway. */
const MIN_COMPRESSED_BYTES = 1024;

export function computeEtag(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return `"${hash.digest('base64url')}"`;
}

/** The better of the two supported encodings that the client accepts. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  return /\bbr\b(?!;q=0(?:\.0*)?(?:,|$))/.test(header)
    ? 'br'
    : /\bgzip\b(?!;q=0(?:\.0*)?(?:,|$))/.test(header)
      ? 'gzip'
      : undefined;
}

/** Compresses the body once per encoding, on first use. */
export function encodeOnce(bytes: Buffer): EncodedBody {
  const plain = unpooled(bytes);
  const byEncoding = new Map<Encoding, Promise<EncodedBytes>>();
  const identity: EncodedBytes = { encoding: undefined, bytes: plain };
  let etag: string | undefined;
  return {
    // Most responses to a POST are sent without it.
    get etag() {
      return (etag ??= computeEtag(plain));
    },
    size: plain.length,
    encodeFor(acceptEncoding) {
      const encoding = acceptedEncoding(acceptEncoding);
      if (!encoding || plain.length < MIN_COMPRESSED_BYTES) return identity;
      const pending =
        byEncoding.get(encoding) ??
        compressors[encoding](plain).then((compressed) => ({ encoding, bytes: compressed }));
      byEncoding.set(encoding, pending);
      return pending;
    },
  };
}
