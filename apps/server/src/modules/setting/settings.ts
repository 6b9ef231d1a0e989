import type { Repositories } from '../../db/repositories.ts';
import type { Bus } from '../../live/bus.ts';
import { cached } from '../../live/cached.ts';
import type { SiteSettings } from './setting.ts';

export interface Settings {
  get(): Promise<SiteSettings>;
  /** The settings of the last read, for callers that cannot wait; undefined before the first one. */
  known(): SiteSettings | undefined;
}

/** All settings are one cached entry. */
const SITE = 0;

/** Site settings decide access (`login_required`), so they follow the cache rule of items and pages. */
export function createSettings({ settings }: Pick<Repositories, 'settings'>, bus: Bus): Settings {
  const cache = cached({ bus, topic: 'setting', max: 1, load: () => settings.load() });
  let newest: Promise<SiteSettings> | undefined;
  let last: SiteSettings | undefined;
  const get = () => {
    const loading = cache.get(SITE);
    if (loading === newest) return loading;
    newest = loading;
    loading.then(
      (loaded) => {
        if (newest === loading) last = loaded;
      },
      () => {},
    );
    return loading;
  };
  // Refreshes `lastLoaded`. Subscribed after the cache, so the entry is already invalidated.
  bus.subscribe('setting', () => {
    get().catch(() => {});
  });
  return { get, known: () => last };
}

/** Invalidates the settings in every process. */
export function publishSettings(bus: Bus): void {
  bus.publish('setting', String(SITE));
}
