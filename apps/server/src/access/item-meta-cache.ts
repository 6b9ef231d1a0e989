import type { Bus } from '../realtime/bus.ts';
import { stringBytes } from '../realtime/cache-memory.ts';
import type { CacheMemory } from '../realtime/cache-memory.ts';
import { createLoadingCache } from '../realtime/loading-cache.ts';
import type { Membership } from './effective-rights.ts';
import type { Connection } from '../db/connect.ts';
import { itemRepository } from './item.repository.ts';
import { memberRepository } from './member.repository.ts';

export type ItemMeta = NonNullable<
  Awaited<ReturnType<ReturnType<typeof itemRepository>['findMeta']>>
>;

export interface ItemMetaCache {
  /** Finds an item that is not deleted by its id. */
  get(itemId: number): Promise<ItemMeta | undefined>;
  /** Finds an item that is not deleted by its id or domain, as in URLs. */
  find(ref: number | string): Promise<ItemMeta | undefined>;
  memberships(meta: ItemMeta, uid: number): Promise<readonly Membership[]>;
}

/** Caches the item columns and memberships that nearly every request needs for its authorization. */
export function createItemMetaCache(db: Connection, bus: Bus, memory: CacheMemory): ItemMetaCache {
  const cache = createLoadingCache({
    bus,
    topics: ['item'],
    memory,
    name: 'itemMeta',
    valueBytes: 2000,
    load: async (itemId) => {
      const meta = await itemRepository(db).findMeta(itemId);
      return meta && { head: meta, memberships: new Map<number, Promise<readonly Membership[]>>() };
    },
  });
  const idsByDomain = memory.create<string, number>('itemDomains', {
    sizeCalculation: (_id, domain) => stringBytes(domain),
  });
  const get = async (itemId: number) => (await cache.get(itemId))?.head;

  async function findByDomain(domain: string): Promise<ItemMeta | undefined> {
    const hit = idsByDomain.get(domain);
    const meta = hit === undefined ? undefined : await get(hit);
    // The domain may belong to another item by now, so the cached id is verified.
    if (meta?.item_domain.toLowerCase() === domain) return meta;
    const itemId = await itemRepository(db).findByDomain(domain);
    if (itemId === undefined) return undefined;
    idsByDomain.set(domain, itemId);
    return get(itemId);
  }

  return {
    get,
    find: (ref) =>
      /^\d{1,15}$/.test(String(ref)) ? get(Number(ref)) : findByDomain(String(ref).toLowerCase()),
    async memberships(meta, uid) {
      const byUid = (await cache.get(meta.item_id))?.memberships;
      const hit = byUid?.get(uid);
      if (hit) return hit;
      const loading = memberRepository(db).listMemberships(meta.item_id, uid);
      byUid?.set(uid, loading);
      loading.catch(() => byUid?.delete(uid));
      return loading;
    },
  };
}
