import type { PageMeta } from '../../access/page-meta-cache.ts';
import type { Connection } from '../../db/connect.ts';
import type { FindOnReplica } from '../../db/open-database.ts';
import { stringBytes } from '../../realtime/cache-memory.ts';
import type { CacheMemory } from '../../realtime/cache-memory.ts';
import { pageRepository } from './page.repository.ts';

export type PageWithContent = PageMeta & { readonly page_content: string };

export interface PageContentCache {
  /** The version whose content is cached, or 0. */
  versionOf(pageId: number): number;
  set(meta: PageMeta, content: string): void;
  /** Returns the page with its content, or undefined if it was deleted after the metadata was read. */
  get(meta: PageMeta): Promise<PageWithContent | undefined>;
}

interface CachedContent {
  readonly version: number;
  readonly text: string;
}

/** The content of a version never changes, so entries need no invalidation. Only the newest version is kept. */
export function createPageContentCache(
  db: Connection,
  findOnReplica: FindOnReplica,
  memory: CacheMemory,
): PageContentCache {
  const contents = memory.create<number, CachedContent>('pageContents', {
    sizeCalculation: ({ text }) => stringBytes(text),
  });
  const set: PageContentCache['set'] = ({ page_id, version }, text) => {
    contents.set(page_id, { version, text });
  };
  return {
    versionOf: (pageId) => contents.peek(pageId)?.version ?? 0,
    set,
    async get(meta) {
      const cached = contents.get(meta.page_id);
      if (cached?.version === meta.version) return { ...meta, page_content: cached.text };
      const version = await findOnReplica((replica) =>
        pageRepository(replica).findVersion(meta.page_id, meta.version),
      );
      if (version) {
        set(meta, version.page_content);
        return { ...meta, ...version };
      }
      // The page may have been saved since: metadata and content are loaded together, so they match.
      const loaded = await pageRepository(db).findWithContent(meta.page_id);
      if (loaded) set(loaded, loaded.page_content);
      return loaded;
    },
  };
}
