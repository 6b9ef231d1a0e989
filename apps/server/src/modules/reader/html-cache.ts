import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

const MOST_BYTES = 64 * 1024 * 1024;
/** A key says everything that a document shows; this bounds what a mistake in it could cost. */
const LIFE_MS = 60_000;

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};
export type Encoding = keyof typeof compressors;

export interface KeptHtml {
  readonly tag: string;
  /** Compressed once per encoding, when it is first asked for. */
  bytes(encoding: Encoding | undefined): Promise<Buffer>;
}

function keep(plain: Buffer): KeptHtml {
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    tag: `"${createHash('sha1').update(plain).digest('base64url')}"`,
    async bytes(encoding) {
      if (!encoding) return plain;
      const known = made.get(encoding) ?? compressors[encoding](plain);
      made.set(encoding, known);
      return known;
    },
  };
}

/** Documents that are the same for everybody; nothing that belongs to one person comes in here. */
export function createHtmlCache() {
  const kept = new LRUCache<string, { html: KeptHtml; size: number }>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ size }) => size,
    ttl: LIFE_MS,
  });
  return {
    get: (key: string) => kept.get(key)?.html,
    set(key: string, plain: Buffer): void {
      kept.set(key, { html: keep(plain), size: 2 * plain.length });
    },
  };
}

export type HtmlCache = ReturnType<typeof createHtmlCache>;

/** The better of the two encodings that a browser names. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const wishes = String(header ?? '');
  return /\bbr\b(?!;q=0(?:\.0*)?(?:,|$))/.test(wishes)
    ? 'br'
    : /\bgzip\b(?!;q=0(?:\.0*)?(?:,|$))/.test(wishes)
      ? 'gzip'
      : undefined;
}
