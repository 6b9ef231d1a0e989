import type { Repositories } from '../db/repositories.ts';
import type { Bus } from '../live/bus.ts';
import { cached } from '../live/cached.ts';
import type { Cached } from '../live/cached.ts';

/** Location and version of a page that is not deleted. */
export type PageHead = NonNullable<Awaited<ReturnType<Repositories['pages']['findHead']>>>;

export function createPageHeads(repos: Repositories, bus: Bus): Cached<PageHead | undefined> {
  return cached({
    bus,
    topic: 'page',
    max: 50_000,
    load: (pageId) => repos.pages.findHead(pageId),
  });
}
