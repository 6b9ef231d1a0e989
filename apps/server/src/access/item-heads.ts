import { LRUCache } from 'lru-cache';
import type { Repositories } from '../db/repositories.ts';
import type { Bus } from '../live/bus.ts';
import { cached } from '../live/cached.ts';
import type { Tie } from './standing.ts';

export type ItemHead = NonNullable<Awaited<ReturnType<Repositories['items']['findHead']>>>;

export interface ItemHeads {
  /** Finds an item that is not deleted by its id. */
  get(itemId: number): Promise<ItemHead | undefined>;
  /** Finds an item that is not deleted by its id or domain, as in URLs. */
  find(ref: number | string): Promise<ItemHead | undefined>;
  ties(head: ItemHead, uid: number): Promise<readonly Tie[]>;
}

/** Caches the item columns and memberships that nearly every request needs for its authorization. */
export function createItemHeads(repos: Repositories, bus: Bus): ItemHeads {
  const heads = cached({
    bus,
    topic: 'item',
    max: 20_000,
    load: async (itemId) => {
      const head = await repos.items.findHead(itemId);
      return head && { head, ties: new Map<number, Promise<readonly Tie[]>>() };
    },
  });
  const domains = new LRUCache<string, number>({ max: 10_000 });
  const get = async (itemId: number) => (await heads.get(itemId))?.head;

  async function findByDomain(domain: string): Promise<ItemHead | undefined> {
    const known = domains.get(domain);
    const head = known === undefined ? undefined : await get(known);
    // The domain may belong to another item by now, so the cached id is verified.
    if (head?.item_domain.toLowerCase() === domain) return head;
    const itemId = await repos.items.findByDomain(domain);
    if (itemId === undefined) return undefined;
    domains.set(domain, itemId);
    return get(itemId);
  }

  return {
    get,
    find: (ref) =>
      /^\d{1,15}$/.test(String(ref)) ? get(Number(ref)) : findByDomain(String(ref).toLowerCase()),
    async ties(head, uid) {
      const held = (await heads.get(head.item_id))?.ties;
      const known = held?.get(uid);
      if (known) return known;
      const asked = repos.members.listTies(head.item_id, uid);
      held?.set(uid, asked);
      asked.catch(() => held?.delete(uid));
      return asked;
    },
  };
}
