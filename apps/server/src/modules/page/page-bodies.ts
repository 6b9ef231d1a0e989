import { LRUCache } from 'lru-cache';
import type { PageHead } from '../../access/page-heads.ts';
import type { Repositories } from '../../db/repositories.ts';

export type FullPage = PageHead & { readonly page_content: string };

export interface PageBodies {
  /** Returns the page with its content, or undefined if it was deleted after the metadata was read. */
  get(head: PageHead): Promise<FullPage | undefined>;
}

/** Cache size per process; a character takes one or two bytes. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Limits one entry, so that a large sheet does not evict everything else. */
const LARGEST = MOST_BYTES / 8;

/** The content of a version never changes, so entries by (page, version) need no invalidation. */
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
      // The page may have been saved since: metadata and content are loaded together, so they match.
      const loaded = await repos.pages.findFull(head.page_id);
      if (loaded) texts.set(key(loaded), loaded.page_content);
      return loaded;
    },
  };
}
