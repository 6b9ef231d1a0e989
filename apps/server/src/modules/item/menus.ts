import { itemMenu } from '@octavo/contract/item.entities';
import { LRUCache } from 'lru-cache';
import type { ItemGrant } from '../../access/grant.ts';
import type { ItemHead } from '../../access/item-heads.ts';
import type { Repositories } from '../../db/repositories.ts';
import { sharePart } from '../../http/spliced-bytes.ts';
import type { SharedPart } from '../../http/spliced-bytes.ts';
import { buildMenu } from './menu.policy.ts';
import type { Menu } from './menu.policy.ts';

interface LoadedMenu {
  readonly menu: Menu;
  readonly catalogs: Awaited<ReturnType<Repositories['catalogs']['list']>>;
  readonly pages: ReadonlyMap<number, { readonly cat_id: number; readonly top_cat_id: number }>;
  /** The full menu as response bytes; serialized and compressed once, when it is first sent. */
  part(): SharedPart;
}

export interface Menus {
  get(head: ItemHead, grant: ItemGrant): Promise<LoadedMenu>;
}

/** Maximum number of pages in the cached menus of a process. */
const MOST_PAGES = 400_000;

/**
 * Caches menus by item, tree version and scope. A content save does not change the tree version, so readers of a busy
 * item share one menu. Concurrent requests share one load.
 */
export function createMenus(repos: Repositories): Menus {
  const built = new LRUCache<string, { size: number; loaded: Promise<LoadedMenu> }>({
    max: 5000,
    maxSize: MOST_PAGES,
    sizeCalculation: ({ size }) => size,
  });

  async function load(grant: ItemGrant): Promise<LoadedMenu> {
    const [catalogs, pages] = await Promise.all([
      repos.catalogs.list(grant),
      repos.pages.listMenu(grant),
    ]);
    const menu = buildMenu(catalogs, pages);
    let part: SharedPart | undefined;
    return {
      catalogs,
      menu,
      part: () => (part ??= sharePart(Buffer.from(JSON.stringify(itemMenu.parse(menu))))),
      pages: new Map(
        pages.map(({ page_id, cat_id, top_cat_id }) => [page_id, { cat_id, top_cat_id }]),
      ),
    };
  }

  return {
    get(head, grant) {
      const scope =
        typeof grant.view === 'string' ? grant.view : grant.view.toSorted((a, b) => a - b).join();
      const key = `${head.item_id}:${head.tree_version}:${scope}`;
      const known = built.get(key);
      if (known) return known.loaded;
      const loaded = load(grant);
      built.set(key, { size: 1, loaded });
      loaded.then(
        ({ pages }) => built.set(key, { size: Math.max(pages.size, 1), loaded }),
        () => built.delete(key),
      );
      return loaded;
    },
  };
}
