import { LRUCache } from 'lru-cache';
import type { PageHead } from '../../access/page-heads.ts';
import type { Prepared } from '../../http/prepared.ts';

interface Kept {
  readonly head: PageHead;
  readonly prepared: Prepared;
}

/** Caches encoded `page/info` responses by page and variant (the rights and options the response depends on). */
export interface PageAnswers {
  get(head: PageHead, variant: string): Prepared | undefined;
  set(head: PageHead, variant: string, prepared: Prepared): void;
}

/** Cache size per process, not counting the compressed bodies. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * An entry is valid only for the metadata object it was built from, compared by identity: the metadata cache loads a new
 * object after its TTL and whenever the page may have changed.
 */
export function createPageAnswers(): PageAnswers {
  const answers = new LRUCache<string, Kept>({
    maxSize: MOST_BYTES,
    maxEntrySize: MOST_BYTES / 8,
    sizeCalculation: ({ prepared }) => prepared.kept.size + 500,
  });
  const key = ({ page_id }: PageHead, variant: string) => `${page_id}:${variant}`;
  return {
    get(head, variant) {
      const kept = answers.get(key(head, variant));
      return kept?.head === head ? kept.prepared : undefined;
    },
    set(head, variant, prepared) {
      const former = answers.peek(key(head, variant))?.prepared;
      // Reuse the previous response if the bytes are the same: it may already be compressed.
      const isSame = former?.kept.tag === prepared.kept.tag;
      answers.set(key(head, variant), { head, prepared: isSame ? former : prepared });
    },
  };
}
