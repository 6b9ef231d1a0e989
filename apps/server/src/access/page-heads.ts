import type { Repositories } from '../db/repositories.ts';
import type { Bus } from '../live/bus.ts';
import { cached } from '../live/cached.ts';
import type { Cached } from '../live/cached.ts';

type Found = NonNullable<Awaited<ReturnType<Repositories['pages']['findHead']>>>;

/** Where a living page is and which version it has. */
export type PageHead = Omit<Found, 'page_content'>;

/** Where texts go that come along with a head, so that a page is read in one statement. */
interface Texts {
  heldVersion(pageId: number): number;
  hold(head: PageHead, text: string): void;
}

export function createPageHeads(repos: Repositories, bus: Bus, texts: Texts): Cached<PageHead> {
  return cached({
    bus,
    topic: 'page',
    max: 50_000,
    async load(pageId) {
      const found = await repos.pages.findHead(pageId, texts.heldVersion(pageId));
      if (!found) return undefined;
      const { page_content, ...head } = found;
      if (page_content !== null) texts.hold(head, page_content);
      return head;
    },
  });
}
