import { cachedBytes, encodeOnce } from '../../http/encoded-body.ts';
import type { EncodedBody } from '../../http/encoded-body.ts';
import { stringBytes } from '../../realtime/cache-memory.ts';
import type { CacheMemory } from '../../realtime/cache-memory.ts';

/** The key covers all inputs of a document. The TTL limits the effect of a missing input. */
const TTL_MS = 60_000;

/** Cache for documents of anonymous visitors. Personal documents must not be cached. */
export function createHtmlCache(memory: CacheMemory) {
  const entries = memory.create<string, EncodedBody>('documents', {
    sizeCalculation: (body, key) => cachedBytes(body) + stringBytes(key),
    ttl: TTL_MS,
  });
  return {
    get: (key: string) => entries.get(key),
    set(key: string, plain: Buffer): EncodedBody {
      const body = encodeOnce(plain);
      entries.set(key, body);
      return body;
    },
  };
}

export type HtmlCache = ReturnType<typeof createHtmlCache>;
