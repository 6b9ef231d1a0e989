import {
  readerTitle,
  type Neighbours,
  type ReaderPage,
  type ReaderView,
} from '@octavo/contract/reader';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isOverloaded } from '../../shared/api/call-error.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { focusMain } from '../../shared/ui/skip-link.tsx';
import { showToast } from '../../shared/ui/toast-store.ts';
import { itemHref } from './urls.ts';
import type { OverlayProps } from './overlay.ts';
import { findNeighbours, findMenuPage, breadcrumbTo } from './menu.ts';
import { operationsOn } from './operations.ts';
import { createPageLoader } from './page-loader.ts';
import { useDeferred } from './use-deferred.ts';
import { useMenu, useRevealInMenu } from './use-menu.ts';
import { useNavigation } from './use-navigation.ts';
import { usePrefetch } from './use-prefetch.ts';

const loadPageStar = async () => (await import('../favourite/page-star.tsx')).PageStar;

type ItemDocument = Extract<ReaderView, { kind: 'item' }>;

export type ItemReading = ReturnType<typeof useItemReading>;

/** The state of an item in the reader: its menu, the current page and the navigation to other pages. */
export function useItemReading(first: ItemDocument) {
  const { t } = useText();
  const [loader] = useState(createPageLoader);
  const onBranchFailed = useCallback(
    () => showToast({ kind: 'error', text: t('reader.branchFailed') }),
    [t],
  );
  const menu = useMenu(first.item, onBranchFailed);
  const { item } = menu;
  const navigation = useNavigation(item, first.page, loader);
  const { page, failure, go, open, set } = navigation;
  usePrefetch(item, loader, page?.page_id);
  useRevealInMenu(page, menu.reveal);
  useAnnouncedPage(page, item.item_name);

  const neighbours = useNeighbours(first, page, menu);
  const { catId, toggle } = useOpenedCatalog(page, menu.toggle);
  /** The menu entry of a page that could not be loaded yet because the server is overloaded. */
  const awaited = useMemo(
    () =>
      isOverloaded(failure?.error) ? findMenuPage(item.menu, failure?.pageId ?? 0) : undefined,
    [item.menu, failure],
  );
  const isAwaited = awaited !== undefined;
  const operations = useMemo(
    () => operationsOn(item, page, catId, isAwaited),
    [item, page, catId, isAwaited],
  );
  const { Part: PageStar } = useDeferred(item.is_login, loadPageStar);
  const currentPage = page ?? awaited;
  const breadcrumb = useMemo(
    () => breadcrumbTo(item.menu, currentPage?.cat_id ?? 0) ?? [],
    [item.menu, currentPage],
  );

  const onChanged: OverlayProps['onChanged'] = (change) => {
    if (!page) return;
    loader.invalidate(page.page_id);
    if (change === 'renewed') return void open(page.page_id, { scroll: window.scrollY });
    if (change !== 'deleted') return set({ ...page, ...change });
    showToast({ kind: 'done', text: t('reader.deleted') });
    const neighbour = neighbours.next ?? neighbours.previous;
    if (!neighbour) return location.assign(itemHref(item));
    go(neighbour.page_id);
    // A failed refresh is ignored: the page is deleted, and a later navigation refreshes the menu.
    menu.refresh(neighbour.page_id).catch(() => {});
  };

  return {
    ...menu,
    ...navigation,
    loader,
    toggle,
    catId,
    openPage: open,
    openCatalogs: menu.open,
    neighbours,
    operations,
    PageStar,
    awaited,
    currentPage,
    breadcrumb,
    onChanged,
  };
}

/** The catalog for a new page: the catalog that was opened last, otherwise the catalog of the current page. */
function useOpenedCatalog(
  page: ReaderPage | null,
  onToggle: (catId: number, open: boolean) => void,
) {
  const pageId = page?.page_id;
  const [opened, setOpened] = useState<{ catId: number; pageId: number | undefined }>();
  const toggle = useCallback(
    (catId: number, open: boolean) => {
      setOpened(open ? { catId, pageId } : undefined);
      onToggle(catId, open);
    },
    [pageId, onToggle],
  );
  const isCurrent = opened !== undefined && opened.pageId === pageId;
  return { catId: isCurrent ? opened.catId : (page?.cat_id ?? 0), toggle };
}

/** The previous and next page: from the server for the first page, later from the menu. */
function useNeighbours(
  first: ItemDocument,
  page: ReaderPage | null,
  { item, load }: Pick<ReturnType<typeof useMenu>, 'item' | 'load'>,
): Neighbours {
  const { unknown, ...neighbours } = useMemo(
    () => findNeighbours(item.menu, page?.page_id ?? 0),
    [item.menu, page],
  );
  const isFirst =
    page?.page_id === first.page?.page_id && item.tree_version === first.item.tree_version;
  const missingCatId = isFirst ? undefined : unknown?.cat_id;
  useEffect(() => {
    if (missingCatId !== undefined) void load(missingCatId);
  }, [missingCatId, load]);
  return isFirst ? first.around : neighbours;
}

/** Updates the document title on navigation and focuses the page, unless the focus is in the tree. */
function useAnnouncedPage(page: ReaderPage | null, itemName: string): void {
  const announcedId = useRef(page?.page_id);
  useEffect(() => {
    if (!page) return;
    document.title = readerTitle(page.page_title, itemName);
    if (announcedId.current === page.page_id) return;
    announcedId.current = page.page_id;
    if (!document.activeElement?.closest('[role="tree"]')) focusMain();
  }, [page, itemName]);
}
