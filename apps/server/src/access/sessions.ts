import { LRUCache } from 'lru-cache';
import type { Repositories } from '../db/repositories.ts';
import type { Bus } from '../live/bus.ts';
import { hashToken } from '../secrets.ts';
import type { Account } from './viewer.ts';

/** A token that is not ours is remembered too, or a loop of wrong ones would load the database. */
type Known = { readonly account: Account | undefined };

export interface Sessions {
  /** The person behind a login token, or undefined. */
  find(token: string, address: string): Promise<Account | undefined>;
}

/** Even if an invalidation were lost, a revoked login ends within this time. */
const BELIEF_MS = 3000;
const TOUCH_EVERY_MS = 5 * 60_000;

export function createSessions(repos: Repositories, bus: Bus): Sessions {
  const known = new LRUCache<string, Known>({ max: 20_000, ttl: BELIEF_MS });
  /** What was read before an invalidation is not kept after it. */
  let invalidations = 0;
  bus.subscribe('account', (uid) => {
    invalidations += 1;
    if (uid === undefined) return known.clear();
    for (const [key, { account }] of known.entries())
      if (String(account?.uid) === uid) known.delete(key);
  });

  async function load(token: string, address: string): Promise<Account | undefined> {
    const row = await repos.devices.findByToken(hashToken(token));
    if (!row) return undefined;
    const { last_used_time, ...account } = row;
    if (Date.now() - last_used_time.getTime() > TOUCH_EVERY_MS)
      await repos.devices.touch(row.device_id, address);
    return account;
  }

  return {
    async find(token, address) {
      const trusted = bus.trusted();
      const cached = trusted ? known.get(token) : undefined;
      if (cached) return cached.account;
      const before = invalidations;
      const account = await load(token, address);
      if (trusted && invalidations === before) known.set(token, { account });
      return account;
    },
  };
}
