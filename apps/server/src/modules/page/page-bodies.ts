import { LRUCache } from 'lru-cache';
import type { PageHead } from '../../access/page-heads.ts';
import type { Repositories } from '../../db/repositories.ts';

export type FullPage = PageHead & { readonly page_content: string };

export interface PageBodies {
  /** The page with its text; undefined when it is gone since the head was read. */
  get(head: PageHead): Promise<FullPage | undefined>;
  /** The version whose text is held, 0 for none. */
  heldVersion(pageId: number): number;
  hold(head: PageHead, text: string): void;
}

interface Held {
  readonly version: number;
  readonly text: string;
}

/** Memory of one process for texts; a character takes one byte or two. */
const MOST_BYTES = 64 * 1024 * 1024;
/** One large sheet does not drive out everything else. */
const LARGEST = MOST_BYTES / 8;

/** A version's text never changes, so what is held for (page, version) is true for ever. */
export function createPageBodies(repos: Repositories): PageBodies {
  const texts = new LRUCache<number, Held>({
    maxSize: MOST_BYTES,
    maxEntrySize: LARGEST,
    sizeCalculation: ({ text }) => 2 * text.length + 100,
  });
  const heldVersion = (pageId: number) => texts.peek(pageId)?.version ?? 0;
  const hold = ({ page_id, version }: PageHead, text: string) => {
    if (version >= heldVersion(page_id)) texts.set(page_id, { version, text });
  };
  return {
    heldVersion,
    hold,
    async get(head) {
      const held = texts.get(head.page_id);
      if (held?.version === head.version) return { ...head, page_content: held.text };
      // A save may have come in between: head and text are then both the newer ones.
      const loaded = await repos.pages.findFull(head.page_id);
      if (loaded) hold(loaded, loaded.page_content);
      return loaded;
    },
  };
}
