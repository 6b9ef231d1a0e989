import { LRUCache } from 'lru-cache';
import { encodeOnce } from '../../http/encoded-body.ts';
import type { EncodedBody } from '../../http/encoded-body.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** The key covers all inputs of a document. The TTL limits the effect of a missing input. */
const TTL_MS = 60_000;

/** Cache for documents of anonymous visitors. Personal documents must not be cached. */
export function createHtmlCache() {
  const entries = new LRUCache<string, EncodedBody>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ size }) => 2 * size,
    ttl: TTL_MS,
  });
  return {
    get: (key: string) => entries.get(key),
    set(key: string, plain: Buffer): void {
      entries.set(key, encodeOnce(plain));
    },
  };
}

export type HtmlCache = ReturnType<typeof createHtmlCache>;
