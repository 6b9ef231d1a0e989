import { LRUCache } from 'lru-cache';
import type { PageHead } from '../../access/page-heads.ts';
import type { Repositories } from '../../db/repositories.ts';

export type FullPage = PageHead & { readonly page_content: string };

export interface PageBodies {
  /** The page with its text; undefined when it is gone since the head was read. */
  get(head: PageHead): Promise<FullPage | undefined>;
}

/** Memory of one process for texts; a character takes one byte or two. */
const MOST_BYTES = 64 * 1024 * 1024;
/** One large sheet does not drive out everything else. */
const LARGEST = MOST_BYTES / 8;

/** A version's text never changes, so what is kept under (page, version) is true for ever. */
export function createPageBodies(repos: Repositories): PageBodies {
  const texts = new LRUCache<string, string>({
    maxSize: MOST_BYTES,
    maxEntrySize: LARGEST,
    sizeCalculation: (text) => 2 * text.length + 100,
  });
  const key = ({ page_id, version }: PageHead) => `${page_id}:${version}`;
  return {
    async get(head) {
      const page_content = texts.get(key(head));
      if (page_content !== undefined) return { ...head, page_content };
      // A save may have come in between: head and text are then both the newer ones.
      const loaded = await repos.pages.findFull(head.page_id);
      if (loaded) texts.set(key(loaded), loaded.page_content);
      return loaded;
    },
  };
}
