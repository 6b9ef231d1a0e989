import type { Bus } from '../realtime/bus.ts';
import { AppError } from '../app-error.ts';
import type { CacheMemory, CacheName } from '../realtime/cache-memory.ts';
import { CACHE_TTL_MS } from '../realtime/loading-cache.ts';
import { includesAddress, toBlockList } from '../lib/address-ranges.ts';
import { hashToken } from '../secrets.ts';
import { isWellFormed } from './access-token.ts';
import { mayLogInFrom } from './networks.ts';
import { narrowAccount } from './token-limits.ts';
import type { Account } from './viewer.ts';
import type { Connection } from '../db/connect.ts';
import type { Settings } from '../modules/setting/settings.ts';
import { accessTokenRepository } from '../modules/account/access-token.repository.ts';
import { deviceRepository } from '../modules/account/device.repository.ts';
import { userRepository } from '../modules/account/user.repository.ts';

/** Unknown tokens are cached too, so that repeated requests with an invalid token do not load the database. */
interface SessionEntry<A> {
  readonly loading: Promise<A | undefined>;
  /** Null while the session is loading, undefined for an unknown token. */
  uid: number | null | undefined;
}

export interface Sessions {
  /** The account of a login token, or undefined. */
  find(token: string, address: string): Promise<Account | undefined>;
  /** The account of a personal access token, narrowed by it. Rejects unknown and expired ones, and those for another network. */
  findByAccessToken(token: string, address: string): Promise<Account>;
}

const TOUCH_INTERVAL_MS = 5 * 60_000;
const TOKEN_TOUCH_INTERVAL_MS = 60_000;

/** An account with its names, dates and promise; the token is the key. */
const SESSION_BYTES = 1000;

const isOlder = (time: Date | null, milliseconds: number) =>
  time === null || Date.now() - time.getTime() > milliseconds;

export function createSessions(
  db: Connection,
  bus: Bus,
  memory: CacheMemory,
  settings: Pick<Settings, 'get'>,
): Sessions {
  /** Caches accounts by the secret that was sent. Login tokens and access tokens have separate caches. */
  function createCache<A extends { readonly uid: number }>(
    name: CacheName,
    load: (token: string, address: string) => Promise<A | undefined>,
  ) {
    const cache = memory.create<string, SessionEntry<A>>(name, {
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
    // The settings limit the length of sessions.
    bus.subscribe('setting', () => cache.clear());
    return (token: string, address: string): Promise<A | undefined> => {
      if (!bus.isHealthy()) return load(token, address);
      const hit = cache.get(token);
      if (hit) return hit.loading;
      const loading = load(token, address);
      const entry: SessionEntry<A> = { loading, uid: null };
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
    };
  }

  /** Two statements, each with its own transaction: a transaction that locks the account deletes its devices. */
  async function touch({ uid, device_id }: { uid: number; device_id: number }, address: string) {
    await userRepository(db).setSeen(uid);
    await deviceRepository(db).touch(device_id, address);
  }

  async function touchToken({ uid, id }: { uid: number; id: number }, address: string) {
    await userRepository(db).setSeen(uid);
    await accessTokenRepository(db).touch(id, address);
  }

  const find = createCache<Account>('sessions', async (token, address) => {
    const policy = await settings.get();
    const row = await deviceRepository(db).findByToken(hashToken(token), policy);
    if (!row) return undefined;
    const { last_used_time, ...account } = row;
    // A request that `identify` refuses is no use: it must not keep the session alive.
    if (isOlder(last_used_time, TOUCH_INTERVAL_MS) && mayLogInFrom(address, policy))
      // Not awaited: readers continue while the primary database is down.
      touch(row, address).catch(() => {});
    return account;
  });

  const findAccessToken = createCache('accessTokens', async (token, address) => {
    const row = await accessTokenRepository(db).findByToken(hashToken(token));
    if (!row) return undefined;
    const { id, prefix, scopes, item_ids, network, last_used_time, is_expired, ...account } = row;
    const networks = network === '' ? undefined : toBlockList([network]);
    const mayBeUsedFrom = (from: string) => !networks || includesAddress(networks, from);
    const isUsed =
      !is_expired && mayBeUsedFrom(address) && mayLogInFrom(address, await settings.get());
    if (isUsed && isOlder(last_used_time, TOKEN_TOUCH_INTERVAL_MS))
      touchToken(row, address).catch(() => {});
    const limits = { id, prefix, scopes, items: item_ids ?? undefined, groupid: row.groupid };
    return {
      ...narrowAccount({ ...account, device_id: 0, device_kind: 'token' }, limits),
      is_expired,
      mayBeUsedFrom,
    };
  });

  return {
    find,
    async findByAccessToken(token, address) {
      const found = isWellFormed(token) ? await findAccessToken(token, address) : undefined;
      if (!found) throw new AppError('tokenInvalid');
      const { is_expired, mayBeUsedFrom, ...account } = found;
      if (is_expired) throw new AppError('tokenExpired');
      if (!mayBeUsedFrom(address)) throw new AppError('tokenElsewhere');
      return account;
    },
  };
}
