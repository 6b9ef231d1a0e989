import type { ItemInfo } from '@octavo/contract/item.entities';
import type { ReaderPage } from '@octavo/contract/reader';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { headingAt, shortHash } from '../../shared/markdown/heading-hash.ts';
import { pageAt, pageHref } from './addresses.ts';
import type { PageLoader } from './page-loader.ts';

/** A quick answer replaces the page without a sign; a slow one shows the shape of what is coming. */
const QUIET = 200;

type Target = { readonly hash: string } | { readonly scroll: number };

interface Shown {
  readonly page: ReaderPage | null;
  /** Where to scroll once the page is drawn; undefined when it is where it belongs. */
  readonly target?: Target;
  readonly state: 'ready' | 'slow';
  readonly failure?: { readonly error: unknown; readonly pageId: number };
}

/** Going from page to page inside one item: the address, the history and the scroll are kept right. */
export function useNavigation(item: ItemInfo, first: ReaderPage | null, loader: PageLoader) {
  const [shown, setShown] = useState<Shown>({ page: first, state: 'ready' });
  const visit = useRef(0);
  const open = useCallback(
    async (pageId: number, target: Target) => {
      const turn = ++visit.current;
      const isCurrent = () => turn === visit.current;
      const timer = setTimeout(() => {
        if (isCurrent()) setShown((before) => ({ ...before, state: 'slow' }));
      }, QUIET);
      try {
        const page = await loader.load(pageId);
        if (isCurrent()) setShown({ page, target, state: 'ready' });
      } catch (error) {
        if (isCurrent())
          setShown({ page: null, target, state: 'ready', failure: { error, pageId } });
      } finally {
        clearTimeout(timer);
      }
    },
    [loader],
  );

  const go = useCallback(
    (pageId: number, hash = '') => {
      keepScroll();
      history.pushState({ scroll: 0 }, '', pageHref(item, pageId) + shortHash(hash));
      void open(pageId, { hash });
    },
    [item, open],
  );

  useHistory(item, (pageId, scroll) => void open(pageId, { scroll }), shown.page?.page_id);
  useInterceptedLinks(item, go);
  useLayoutEffect(() => {
    if (shown.target) scrollTo(shown.target);
  }, [shown]);

  const set = useCallback((page: ReaderPage) => setShown({ page, state: 'ready' }), []);
  return { ...shown, go, open, set };
}

function keepScroll(): void {
  history.replaceState({ ...history.state, scroll: window.scrollY }, '');
}

function keptScroll(state: unknown): number {
  return (state as { scroll?: number } | null)?.scroll ?? 0;
}

/** A reload, or a step back from another document: the place is known, and has no heading of its own. */
function isComingBack(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const type = entry instanceof PerformanceNavigationTiming ? entry.type : 'navigate';
  return type !== 'navigate' && history.state !== null;
}

function scrollTo(target: Target): void {
  if ('scroll' in target) return window.scrollTo({ top: target.scroll, behavior: 'instant' });
  const heading = headingAt(target.hash);
  if (heading) heading.scrollIntoView({ behavior: 'instant' });
  else window.scrollTo({ top: 0, behavior: 'instant' });
}

/** Back and forward. The browser restores the scroll only when it loads a document anew. */
function useHistory(
  item: ItemInfo,
  onVisit: (pageId: number, scroll: number) => void,
  shownId: number | undefined,
): void {
  const latest = useRef({ onVisit, shownId });
  useEffect(() => {
    latest.current = { onVisit, shownId };
  });
  useEffect(() => {
    history.scrollRestoration = 'manual';
    if (isComingBack()) window.scrollTo({ top: keptScroll(history.state), behavior: 'instant' });
    let settled: ReturnType<typeof setTimeout>;
    const onPop = (event: PopStateEvent) => {
      // A scroll of the place just left must not be written down here.
      clearTimeout(settled);
      const wanted = pageAt(new URL(location.href), item) ?? item.default_page_id;
      const scroll = keptScroll(event.state);
      if (wanted === latest.current.shownId) window.scrollTo({ top: scroll, behavior: 'instant' });
      else latest.current.onVisit(wanted, scroll);
    };
    const onHide = () => {
      keepScroll();
      history.scrollRestoration = 'auto';
    };
    const onScroll = () => {
      clearTimeout(settled);
      settled = setTimeout(keepScroll, 150);
    };
    addEventListener('popstate', onPop);
    addEventListener('pagehide', onHide);
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(settled);
      removeEventListener('popstate', onPop);
      removeEventListener('pagehide', onHide);
      removeEventListener('scroll', onScroll);
    };
  }, [item]);
}

/** A plain press on a link to a page of this item, wherever it stands, needs no new document. */
function useInterceptedLinks(item: ItemInfo, go: (pageId: number, hash: string) => void): void {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = linkOf(event.target);
      if (!link || event.button !== 0 || event.defaultPrevented) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if ((link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return;
      const url = new URL(link.href);
      const pageId = url.origin === location.origin ? pageAt(url, item) : undefined;
      const isHere = url.pathname === location.pathname && url.hash !== '';
      // The browser jumps to the heading itself; coming back leads to where one is now.
      if (isHere) keepScroll();
      if (pageId === undefined || isHere) return;
      event.preventDefault();
      go(pageId, url.hash);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [item, go]);
}

export function linkOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}
