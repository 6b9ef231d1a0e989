import { itemMenu } from '@octavo/contract/item.entities';
import { LRUCache } from 'lru-cache';
import type { ItemGrant } from '../../access/grant.ts';
import type { ItemMeta } from '../../access/item-meta-cache.ts';
import { createSharedPart } from '../../http/spliced-body.ts';
import type { SharedPart } from '../../http/spliced-body.ts';
import { buildMenu } from '../catalog/menu.policy.ts';
import type { Menu } from '../catalog/menu.policy.ts';
import type { Connection } from '../../db/connect.ts';
import { catalogRepository } from '../catalog/catalog.repository.ts';
import { pageRepository } from '../page/page.repository.ts';

interface LoadedMenu {
  readonly menu: Menu;
  readonly catalogs: Awaited<ReturnType<ReturnType<typeof catalogRepository>['list']>>;
  readonly pages: ReadonlyMap<number, { readonly cat_id: number; readonly top_cat_id: number }>;
  /** The full menu as response bytes; serialized and compressed once, when it is first sent. */
  encodedMenu(): SharedPart;
}

export interface MenuCache {
  get(meta: ItemMeta, grant: ItemGrant): Promise<LoadedMenu>;
}

/** Maximum number of pages in the cached menus of a process. */
const MAX_CACHED_PAGES = 400_000;

/**
 * Caches menus by item, tree version and scope. A content save does not change the tree version, so readers of a busy
 * item share one menu. Concurrent requests share one load.
 */
export function createMenuCache(db: Connection): MenuCache {
  const menus = new LRUCache<string, LoadedMenu, ItemGrant>({
    max: 5000,
    maxSize: MAX_CACHED_PAGES,
    sizeCalculation: ({ pages }) => Math.max(pages.size, 1),
    // A menu that is evicted while it is loading is still returned.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _old, { context }) => load(context),
  });

  async function load(grant: ItemGrant): Promise<LoadedMenu> {
    const [catalogs, pages] = await Promise.all([
      catalogRepository(db).list(grant),
      pageRepository(db).listMenu(grant),
    ]);
    const menu = buildMenu(catalogs, pages);
    let encodedMenu: SharedPart | undefined;
    return {
      catalogs,
      menu,
      encodedMenu: () =>
        (encodedMenu ??= createSharedPart(Buffer.from(JSON.stringify(itemMenu.parse(menu))))),
      pages: new Map(
        pages.map(({ page_id, cat_id, top_cat_id }) => [page_id, { cat_id, top_cat_id }]),
      ),
    };
  }

  return {
    get(meta, grant) {
      const scope =
        typeof grant.view === 'string' ? grant.view : grant.view.toSorted((a, b) => a - b).join();
      const key = `${meta.item_id}:${meta.tree_version}:${scope}`;
      return menus.forceFetch(key, { context: grant });
    },
  };
}
