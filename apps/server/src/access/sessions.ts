import type { Bus } from '../realtime/bus.ts';
import type { CacheMemory } from '../realtime/cache-memory.ts';
import { CACHE_TTL_MS } from '../realtime/loading-cache.ts';
import { hashToken } from '../secrets.ts';
import type { Account } from './viewer.ts';
import type { Connection } from '../db/connect.ts';
import { deviceRepository } from '../modules/account/device.repository.ts';
import { userRepository } from '../modules/account/user.repository.ts';

/** Unknown tokens are cached too, so that repeated requests with an invalid token do not load the database. */
interface SessionEntry {
  readonly loading: Promise<Account | undefined>;
  /** Null while the session is loading, undefined for an unknown token. */
  uid: number | null | undefined;
}

export interface Sessions {
  /** The account of a login token, or undefined. */
  find(token: string, address: string): Promise<Account | undefined>;
}

const TOUCH_INTERVAL_MS = 5 * 60_000;

/** An account with its names, dates and promise; the token is the key. */
const SESSION_BYTES = 1000;

export function createSessions(db: Connection, bus: Bus, memory: CacheMemory): Sessions {
  const cache = memory.create<string, SessionEntry>('sessions', {
    sizeCalculation: () => SESSION_BYTES,
    ttl: CACHE_TTL_MS,
    ttlResolution: 0,
  });
  bus.subscribe('account', (key) => {
    if (key === undefined) return cache.clear();
    // Sessions that are still loading may be older than the message.
    for (const [token, { uid }] of cache.entries())
      if (uid === null || String(uid) === key) cache.delete(token);
  });

  /** Two statements, each with its own transaction: a transaction that locks the account deletes its devices. */
  async function touch({ uid, device_id }: { uid: number; device_id: number }, address: string) {
    await userRepository(db).setSeen(uid);
    await deviceRepository(db).touch(device_id, address);
  }

  async function load(token: string, address: string): Promise<Account | undefined> {
    const row = await deviceRepository(db).findByToken(hashToken(token));
    if (!row) return undefined;
    const { last_used_time, ...account } = row;
    if (Date.now() - last_used_time.getTime() > TOUCH_INTERVAL_MS)
      // Not awaited: readers continue while the primary database is down.
      touch(row, address).catch(() => {});
    return account;
  }

  return {
    find(token, address) {
      if (!bus.isHealthy()) return load(token, address);
      const hit = cache.get(token);
      if (hit) return hit.loading;
      const loading = load(token, address);
      const entry: SessionEntry = { loading, uid: null };
      cache.set(token, entry);
      loading.then(
        (account) => {
          entry.uid = account?.uid;
        },
        () => {
          if (cache.peek(token) === entry) cache.delete(token);
        },
      );
      return loading;
    },
  };
}
