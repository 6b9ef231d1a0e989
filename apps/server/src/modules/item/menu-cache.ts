import { itemMenu } from '@octavo/contract/item.entities';
import type { ItemGrant } from '../../access/grant.ts';
import type { ItemMeta } from '../../access/item-meta-cache.ts';
import { createSharedPart } from '../../http/spliced-body.ts';
import type { SharedPart } from '../../http/spliced-body.ts';
import { buildMenu } from '../catalog/menu.policy.ts';
import type { Menu } from '../catalog/menu.policy.ts';
import type { Connection } from '../../db/connect.ts';
import type { FindOnReplica } from '../../db/open-database.ts';
import { stringBytes } from '../../realtime/cache-memory.ts';
import type { CacheMemory } from '../../realtime/cache-memory.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { catalogRepository } from '../catalog/catalog.repository.ts';
import { pageRepository } from '../page/page.repository.ts';

type MenuRow = Awaited<ReturnType<ReturnType<typeof pageRepository>['listMenu']>>[number];

interface LoadedMenu {
  readonly menu: Menu;
  readonly catalogs: Awaited<ReturnType<ReturnType<typeof catalogRepository>['list']>>;
  readonly pages: ReadonlyMap<number, MenuRow>;
  /** The full menu as response bytes; serialized and compressed once, when it is first sent. */
  encodedMenu(): SharedPart;
  /** The pages in the recycle bin, read when they are first needed. */
  deletedPages(): Promise<ReadonlySet<number>>;
}

export interface MenuCache {
  get(meta: ItemMeta, grant: ItemGrant): Promise<LoadedMenu>;
}

/** The objects of a page or a catalog, and its fields in the two encoded copies of the menu, without its title. */
const NODE_BYTES = 500;
/** A title is in the objects and in both encoded copies, where a Chinese character takes three bytes. */
const TITLE_COPIES = 4;
/** The compressed copies are small beside the others, except for an item with few pages. */
const COMPRESSED_BYTES = 2000;

function menuBytes({ catalogs, pages }: LoadedMenu): number {
  const titles = [
    ...catalogs.map(({ cat_name }) => cat_name),
    ...Array.from(pages.values(), ({ page_title }) => page_title),
  ];
  const nodeBytes = titles.map((title) => NODE_BYTES + TITLE_COPIES * stringBytes(title));
  return nodeBytes.reduce((sum, bytes) => sum + bytes, COMPRESSED_BYTES);
}

interface MenuRequest {
  readonly grant: ItemGrant;
  readonly treeVersion: number;
}

async function loadRows(db: Connection, grant: ItemGrant) {
  const [catalogs, pages] = await Promise.all([
    catalogRepository(db).list(grant),
    pageRepository(db).listMenu(grant),
  ]);
  return { catalogs, pages };
}

/** Undefined if the replica does not have this tree yet. */
async function loadFromReplica(replica: Connection, { grant, treeVersion }: MenuRequest) {
  const meta = await itemRepository(replica).findMeta(grant.itemId);
  return meta && meta.tree_version >= treeVersion ? loadRows(replica, grant) : undefined;
}

/**
 * Caches menus by item, tree version and scope. A content save does not change the tree version, so readers of a busy
 * item share one menu. Concurrent requests share one load.
 */
export function createMenuCache(
  db: Connection,
  findOnReplica: FindOnReplica,
  memory: CacheMemory,
): MenuCache {
  const menus = memory.create<string, LoadedMenu, MenuRequest>('menus', {
    sizeCalculation: menuBytes,
    // A menu that is evicted while it is loading is still returned.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _old, { context }) => load(context),
  });

  async function load(request: MenuRequest): Promise<LoadedMenu> {
    const { catalogs, pages } =
      (await findOnReplica((replica) => loadFromReplica(replica, request))) ??
      (await loadRows(db, request.grant));
    const menu = buildMenu(catalogs, pages);
    let encodedMenu: SharedPart | undefined;
    let deletedPages: ReadonlySet<number> | undefined;
    return {
      catalogs,
      menu,
      encodedMenu: () =>
        (encodedMenu ??= createSharedPart(Buffer.from(JSON.stringify(itemMenu.parse(menu))))),
      deletedPages: async () =>
        (deletedPages ??= new Set(await pageRepository(db).listDeletedIds(request.grant.itemId))),
      pages: new Map(pages.map((page) => [page.page_id, page])),
    };
  }

  return {
    get(meta, grant) {
      const scope =
        typeof grant.view === 'string' ? grant.view : grant.view.toSorted((a, b) => a - b).join();
      const key = `${meta.item_id}:${meta.tree_version}:${scope}`;
      const request = { grant, treeVersion: meta.tree_version };
      return menus.forceFetch(key, { context: request });
    },
  };
}
