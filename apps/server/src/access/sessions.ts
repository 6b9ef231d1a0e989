import { LRUCache } from 'lru-cache';
import type { Repositories } from '../db/repositories.ts';
import type { Bus } from '../live/bus.ts';
import { BELIEF_MS } from '../live/cached.ts';
import { hashToken } from '../secrets.ts';
import type { Account } from './viewer.ts';

/** Unknown tokens are cached too, so that repeated requests with an invalid token do not load the database. */
interface Known {
  readonly asked: Promise<Account | undefined>;
  /** Null while the session is loading, undefined for an unknown token. */
  uid: number | null | undefined;
}

export interface Sessions {
  /** The account of a login token, or undefined. */
  find(token: string, address: string): Promise<Account | undefined>;
}

const TOUCH_EVERY_MS = 5 * 60_000;

export function createSessions(repos: Repositories, bus: Bus): Sessions {
  const known = new LRUCache<string, Known>({ max: 20_000, ttl: BELIEF_MS, ttlResolution: 0 });
  bus.subscribe('account', (key) => {
    if (key === undefined) return known.clear();
    // Sessions that are still loading may be older than the message.
    for (const [token, { uid }] of known.entries())
      if (uid === null || String(uid) === key) known.delete(token);
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
    find(token, address) {
      if (!bus.trusted()) return load(token, address);
      const held = known.get(token);
      if (held) return held.asked;
      const asked = load(token, address);
      const entry: Known = { asked, uid: null };
      known.set(token, entry);
      asked.then(
        (account) => {
          entry.uid = account?.uid;
        },
        () => {
          if (known.peek(token) === entry) known.delete(token);
        },
      );
      return asked;
    },
  };
}
