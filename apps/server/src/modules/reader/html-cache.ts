import { LRUCache } from 'lru-cache';
import { keepBytes } from '../../http/kept-bytes.ts';
import type { KeptBytes } from '../../http/kept-bytes.ts';

const MOST_BYTES = 64 * 1024 * 1024;
/** A key says everything that a document shows; this bounds what a mistake in it could cost. */
const LIFE_MS = 60_000;

/** Documents that are the same for everybody; nothing that belongs to one person comes in here. */
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
