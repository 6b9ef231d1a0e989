import type { Repositories } from '../../db/repositories.ts';
import type { Bus } from '../../live/bus.ts';
import type { SiteSettings } from './setting.ts';

/** They change once in a year and are asked for with every page. */
const BELIEF_MS = 3000;

export interface Settings {
  get(): Promise<SiteSettings>;
  /** What was last read, for what cannot wait; undefined before that. */
  known(): SiteSettings | undefined;
}

/** What administrators have set, kept in the process: ended by a message, and after three seconds anyway. */
export function createSettings({ settings }: Pick<Repositories, 'settings'>, bus: Bus): Settings {
  let known: { asked: Promise<SiteSettings>; until: number } | undefined;
  let last: SiteSettings | undefined;
  const get = () => {
    if (known && known.until > performance.now()) return known.asked;
    const asked = settings.load();
    const entry = { asked, until: performance.now() + BELIEF_MS };
    known = entry;
    asked.then(
      (loaded) => {
        if (known === entry) last = loaded;
      },
      () => {
        if (known === entry) known = undefined;
      },
    );
    return asked;
  };
  bus.subscribe('setting', () => {
    known = undefined;
    // Read at once, as some take what was last read.
    get().catch(() => {});
  });
  return { get, known: () => last };
}
