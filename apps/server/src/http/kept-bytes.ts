import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};
export type Encoding = keyof typeof compressors;

interface Encoded {
  readonly encoding: Encoding | undefined;
  readonly bytes: Buffer;
}

/** A response body that is sent more than once. */
export interface KeptBytes {
  /** Depends on the content only, not on the encoding. */
  readonly tag: string;
  readonly size: number;
  /** The body in the best encoding that the client accepts. */
  encoded(acceptEncoding: string | undefined): Encoded | Promise<Encoded>;
}

/** Smaller bodies fit into one network packet anyway. */
const WORTH_COMPRESSING = 1024;

export function tagOf(...parts: readonly (string | Buffer)[]): string {
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
export function keepBytes(plain: Buffer): KeptBytes {
  const made = new Map<Encoding, Promise<Encoded>>();
  const asIs: Encoded = { encoding: undefined, bytes: plain };
  return {
    tag: tagOf(plain),
    size: plain.length,
    encoded(acceptEncoding) {
      const encoding = acceptedEncoding(acceptEncoding);
      if (!encoding || plain.length < WORTH_COMPRESSING) return asIs;
      const known =
        made.get(encoding) ?? compressors[encoding](plain).then((bytes) => ({ encoding, bytes }));
      made.set(encoding, known);
      return known;
    },
  };
}
