import type { Deps } from '../../deps.ts';

/** The setting is asked for with every page, and changes once in a year. */
const BELIEF_MS = 3000;

export function createRobotsWish({ repos }: Pick<Deps, 'repos'>): () => Promise<boolean> {
  let known: { at: number; wish: Promise<boolean> } | undefined;
  return () => {
    if (known && performance.now() - known.at < BELIEF_MS) return known.wish;
    const wish = repos.settings.load().then(({ robots_open }) => robots_open);
    known = { at: performance.now(), wish };
    wish.catch(() => {
      known = undefined;
    });
    return wish;
  };
}
