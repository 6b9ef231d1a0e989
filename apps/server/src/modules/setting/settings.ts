import type { Bus } from '../../realtime/bus.ts';
import type { CacheMemory } from '../../realtime/cache-memory.ts';
import { createLoadingCache } from '../../realtime/loading-cache.ts';
import type { SiteSettings } from './setting.ts';
import type { Connection } from '../../db/connect.ts';
import { settingRepository } from './setting.repository.ts';

export interface Settings {
  get(): Promise<SiteSettings>;
  /** The settings of the last read, for callers that cannot wait; undefined before the first one. */
  lastLoaded(): SiteSettings | undefined;
}

/** All settings are one cached entry. */
const SETTINGS_KEY = 0;

/** Site settings decide access (`login_required`), so they follow the cache rule of items and pages. */
export function createSettings(db: Connection, bus: Bus, memory: CacheMemory): Settings {
  const cache = createLoadingCache({
    bus,
    topics: ['setting'],
    memory,
    name: 'settings',
    valueBytes: 10_000,
    load: () => settingRepository(db).load(),
  });
  let latestLoad: Promise<SiteSettings> | undefined;
  let last: SiteSettings | undefined;
  const get = () => {
    const loading = cache.get(SETTINGS_KEY);
    if (loading === latestLoad) return loading;
    latestLoad = loading;
    loading.then(
      (loaded) => {
        if (latestLoad === loading) last = loaded;
      },
      () => {},
    );
    return loading;
  };
  // Refreshes `lastLoaded`. Subscribed after the cache, so the entry is already invalidated.
  bus.subscribe('setting', () => {
    get().catch(() => {});
  });
  return { get, lastLoaded: () => last };
}

/** Invalidates the settings in every process. */
export function publishSettingsChange(bus: Bus): void {
  bus.publish('setting', String(SETTINGS_KEY));
}
