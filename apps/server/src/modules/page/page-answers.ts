import { LRUCache } from 'lru-cache';
import type { PageHead } from '../../access/page-heads.ts';
import type { Prepared } from '../../http/prepared.ts';

interface Kept {
  readonly head: PageHead;
  readonly prepared: Prepared;
}

/** What was answered of pages, by page and by what else the answer depends on. */
export interface PageAnswers {
  get(head: PageHead, variant: string): Prepared | undefined;
  set(head: PageHead, variant: string, prepared: Prepared): void;
}

/** Memory of one process for answers, without their compressed forms. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * An answer is as true as the head it was made from: it is given out only for this very head, which
 * `pageHeads` believes for a moment and replaces by another one when anything may have changed.
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
      // The same bytes may have been compressed already.
      const isSame = former?.kept.tag === prepared.kept.tag;
      answers.set(key(head, variant), { head, prepared: isSame ? former : prepared });
    },
  };
}
