import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { PageHead } from '../../access/page-heads.ts';
import type { Prepared } from '../../http/prepared.ts';

interface Kept {
  head: PageHead;
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
 * An answer is as true as the head it was made from, which `pageHeads` believes for a moment only: it is
 * given out as long as the head that is read next is the same in every field.
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
      if (!kept || (kept.head !== head && !isDeepStrictEqual(kept.head, head))) return undefined;
      kept.head = head;
      return kept.prepared;
    },
    set(head, variant, prepared) {
      answers.set(key(head, variant), { head, prepared });
    },
  };
}
