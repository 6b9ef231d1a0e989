import { calls } from '@octavo/contract';
import type { ReaderPage } from '@octavo/contract/reader';
import { call } from '../../shared/api/call.ts';

/** Long enough for the click that follows a hover, short enough that pages are not outdated. */
const BELIEF = 30_000;
const MOST = 20;

const getPage = { ...calls.page.info, method: 'GET' } as const;

interface Held {
  readonly page: Promise<ReaderPage>;
  readonly at: number;
}

/** Loads and caches pages by id. The browser also revalidates by ETag, so a repeated request transfers no body. */
export function createPageLoader() {
  const held = new Map<number, Held>();

  function load(pageId: number): Promise<ReaderPage> {
    const known = held.get(pageId);
    if (known && Date.now() - known.at < BELIEF) return known.page;
    const page: Promise<ReaderPage> = call(getPage, { page_id: pageId, with_html: true });
    held.delete(pageId);
    held.set(pageId, { page, at: Date.now() });
    page.catch(() => held.delete(pageId));
    const oldest = held.keys().next();
    if (held.size > MOST && !oldest.done) held.delete(oldest.value);
    return page;
  }

  return {
    load,
    /** Errors are ignored: the user may never open the page, and opening it reports them. */
    prefetch(pageId: number): void {
      load(pageId).catch(() => {});
    },
    forget(pageId: number): void {
      held.delete(pageId);
    },
  };
}

export type PageLoader = ReturnType<typeof createPageLoader>;
