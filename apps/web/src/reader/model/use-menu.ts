import { calls } from '@octavo/contract';
import type { ItemInfo } from '@octavo/contract/item.entities';
import { MAX_FULL_MENU_PAGES } from '@octavo/contract/reader';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../shared/api/call.ts';
import { breadcrumbTo, missingBranchIds, restoreBranches, withBranch } from './menu.ts';

const getItem = { ...calls.item.info, method: 'GET' } as const;

/** The menu is refreshed on navigation after this time, so that new pages of other users appear. */
const MENU_TTL_MS = 60_000;

/** The item with its menu: the open catalogs, and the branches that are loaded when they are opened. */
export function useMenu(first: ItemInfo, onFailure: () => void) {
  const [item, setItem] = useState(first);
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(defaultBranchIds(first)));
  const [loading, setLoading] = useState<ReadonlySet<number>>(new Set());
  const loadingIds = useRef(new Set<number>());
  /** In the time of performance.now(); 0 for the menu that was sent with the document. */
  const loadedAt = useRef(0);

  const load = useCallback(
    async (catId: number) => {
      if (loadingIds.current.has(catId)) return;
      loadingIds.current.add(catId);
      setLoading(new Set(loadingIds.current));
      try {
        const branch = await call(calls.catalog.branch, { item_id: first.item_id, cat_id: catId });
        setItem((now) => ({ ...now, menu: withBranch(now.menu, catId, branch) }));
      } catch {
        setOpen((now) => without(now, catId));
        onFailure();
      } finally {
        loadingIds.current.delete(catId);
        setLoading(new Set(loadingIds.current));
      }
    },
    [first.item_id, onFailure],
  );

  const shownMenu = useRef(item.menu);
  useEffect(() => {
    shownMenu.current = item.menu;
  }, [item.menu]);

  /** Stays the same function, so that a change of the menu renders only the rows that it concerns. */
  const toggle = useCallback(
    (catId: number, shouldOpen: boolean) => {
      setOpen((now) => (shouldOpen ? new Set([...now, catId]) : without(now, catId)));
      const breadcrumb = breadcrumbTo(shownMenu.current, catId);
      if (shouldOpen && breadcrumb?.at(-1)?.loaded === false) void load(catId);
    },
    [load],
  );

  /** Fetches the menu again, including the branch of a page. */
  const refresh = useCallback(
    async (pageId: number) => {
      loadedAt.current = performance.now();
      const menu = first.page_count > MAX_FULL_MENU_PAGES ? 'top' : 'all';
      const fresh = await call(getItem, { item_id: first.item_id, page_id: pageId, menu });
      // Without a branch its catalog would be shown as empty for a moment.
      const changed =
        fresh.tree_version === item.tree_version
          ? fresh.menu
          : await loadOpenBranches(fresh, open).catch(() => fresh.menu);
      setItem((now) => ({
        ...fresh,
        menu:
          fresh.tree_version === now.tree_version ? restoreBranches(fresh.menu, now.menu) : changed,
      }));
      setOpen((now) => new Set([...now, ...defaultBranchIds(fresh)]));
    },
    [first.item_id, first.page_count, item.tree_version, open],
  );

  /** Opens the catalogs above a page; refreshes the menu if their branch is not loaded. */
  const reveal = useCallback(
    (pageId: number, catId: number) => {
      const breadcrumb = breadcrumbTo(item.menu, catId);
      if (breadcrumb)
        setOpen((now) => new Set([...now, ...breadcrumb.map(({ cat_id }) => cat_id)]));
      // A failed refresh is ignored, because the page itself is loaded.
      if (!breadcrumb || performance.now() - loadedAt.current > MENU_TTL_MS)
        refresh(pageId).catch(() => {});
    },
    [item.menu, refresh],
  );

  return { item, setItem, open, loading, toggle, load, reveal, refresh };
}

/** The menu of an item, completed with the branches of open catalogs that the menu of a large item does not contain. */
async function loadOpenBranches(
  { item_id, menu }: Pick<ItemInfo, 'item_id' | 'menu'>,
  open: ReadonlySet<number>,
): Promise<ItemInfo['menu']> {
  const missing = missingBranchIds(menu, open);
  if (missing.length === 0) return menu;
  let loaded = menu;
  for (const cat_id of missing)
    loaded = withBranch(loaded, cat_id, await call(calls.catalog.branch, { item_id, cat_id }));
  return loadOpenBranches({ item_id, menu: loaded }, open);
}

function defaultBranchIds(item: ItemInfo): number[] {
  return [item.default_cat_id2, item.default_cat_id3, item.default_cat_id4].filter(Boolean);
}

function without(set: ReadonlySet<number>, value: number): ReadonlySet<number> {
  return new Set([...set].filter((other) => other !== value));
}

/** Keeps the current page visible in the tree. */
export function useRevealInMenu(
  page: { readonly page_id: number; readonly cat_id: number } | null,
  reveal: (pageId: number, catId: number) => void,
): void {
  const revealed = useRef(page?.page_id);
  useEffect(() => {
    if (!page || revealed.current === page.page_id) return;
    revealed.current = page.page_id;
    reveal(page.page_id, page.cat_id);
  }, [page, reveal]);
}
