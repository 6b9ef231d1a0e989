import type { PageMeta } from '../../access/page-meta-cache.ts';
import type { Connection } from '../../db/connect.ts';
import { stringBytes } from '../../realtime/cache-memory.ts';
import type { CacheMemory } from '../../realtime/cache-memory.ts';
import { pageRepository } from './page.repository.ts';

export type PageWithContent = PageMeta & { readonly page_content: string };

export interface PageContentCache {
  /** Returns the page with its content, or undefined if it was deleted after the metadata was read. */
  get(meta: PageMeta): Promise<PageWithContent | undefined>;
}

/** The content of a version never changes, so entries by (page, version) need no invalidation. */
export function createPageContentCache(db: Connection, memory: CacheMemory): PageContentCache {
  const texts = memory.create<string, string>('pageContents', { sizeCalculation: stringBytes });
  const key = ({ page_id, version }: PageMeta) => `${page_id}:${version}`;
  return {
    async get(meta) {
      const page_content = texts.get(key(meta));
      if (page_content !== undefined) return { ...meta, page_content };
      // The page may have been saved since: metadata and content are loaded together, so they match.
      const loaded = await pageRepository(db).findWithContent(meta.page_id);
      if (loaded) texts.set(key(loaded), loaded.page_content);
      return loaded;
    },
  };
}
