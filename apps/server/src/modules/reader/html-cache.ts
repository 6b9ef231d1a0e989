import { LRUCache } from 'lru-cache';
import { keepBytes } from '../../http/kept-bytes.ts';
import type { KeptBytes } from '../../http/kept-bytes.ts';

const MOST_BYTES = 64 * 1024 * 1024;
/** The key covers all inputs of a document. The TTL limits the effect of a missing input. */
const LIFE_MS = 60_000;

/** Cache for documents of anonymous visitors. Personal documents must not be cached. */
export function createHtmlCache() {
  const kept = new LRUCache<string, KeptBytes>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ size }) => 2 * size,
    ttl: LIFE_MS,
  });
  return {
    get: (key: string) => kept.get(key),
    set(key: string, plain: Buffer): void {
      kept.set(key, keepBytes(plain));
    },
  };
}

export type HtmlCache = ReturnType<typeof createHtmlCache>;
