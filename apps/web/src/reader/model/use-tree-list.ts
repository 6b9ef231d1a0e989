import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
} from 'react';
import { useRowWindow } from '../../shared/hooks/use-row-window.ts';
import { findFirstPage, pageKey, type TreeRow } from './menu.ts';
import { treeKeyAction } from './tree-keys.ts';
import { pageHref } from './urls.ts';
import type { ItemReading } from './use-item-reading.ts';

const ROW_MARGIN = 1;
/** The height of a row on wide screens with its margin, until it is measured. */
const ROW_HEIGHT = 30 + ROW_MARGIN;
const INITIAL_ROWS = 60;
/** Longer lists are virtualized. */
const VIRTUALIZE_ABOVE = 200;
const OVERSCAN_ROWS = 20;

/** The state of a tree: the rendered range of its rows, the row in the Tab order and the arrow keys. */
export function useTreeList(
  rows: readonly TreeRow[],
  { item, loading, currentPage, toggle }: ItemReading,
  /** The scroll position of the tree that this one replaces. */
  firstTop?: number,
) {
  const list = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string>();
  const shownKey = currentPage && pageKey(currentPage.page_id);
  const shownAt = rows.findIndex(({ key }) => key === shownKey);
  const focusedAt = rows.findIndex(({ key }) => key === focused);
  const tabAt = focusedAt >= 0 ? focusedAt : Math.max(shownAt, 0);
  const { first, last, rowHeight } = useRowWindow(list, rows.length, {
    overscan: rows.length > VIRTUALIZE_ABOVE ? OVERSCAN_ROWS : Infinity,
    initial: {
      top: firstTop ?? (tabAt - INITIAL_ROWS / 2) * ROW_HEIGHT,
      height: INITIAL_ROWS * ROW_HEIGHT,
      rowHeight: ROW_HEIGHT,
    },
    measureRow,
    rowAt: (offset, height) => Math.floor(offset / height),
  });
  const isMoving = useRef(false);

  useEffect(() => scrollToRow(list.current, shownAt), [shownAt]);

  /** Focuses a row, which may be rendered only later. */
  function focusRow(key: string | undefined) {
    if (key === undefined) return;
    isMoving.current = true;
    setFocused(key);
  }

  // The row may be rendered only now, after the list was scrolled.
  useLayoutEffect(() => {
    if (!isMoving.current) return;
    scrollToRow(list.current, focusedAt);
    const row = list.current?.querySelector<HTMLElement>(`[data-key="${focused}"]`);
    if (!row) return;
    isMoving.current = false;
    row.focus({ preventScroll: true });
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = treeKeyAction(event.key, rows, tabAt);
    if (!action) return;
    event.preventDefault();
    if ('toggle' in action) toggle(action.toggle, action.open);
    if ('press' in action && event.target instanceof HTMLElement) event.target.click();
    if ('row' in action) focusRow(action.row?.key);
  }

  // Without JavaScript a click on a catalog opens its first page, where the server renders the catalog open.
  function hrefOf(row: TreeRow) {
    const target = row.kind === 'page' ? row.page : findFirstPage(row.catalog);
    return target && pageHref(item, target.page_id);
  }

  const rowProps = (row: TreeRow, at: number) => ({
    row,
    href: hrefOf(row),
    isShown: at === shownAt,
    isLoading: row.kind === 'catalog' && loading.has(row.catalog.cat_id),
    'aria-selected': at === shownAt,
    tabIndex: at === tabAt ? 0 : -1,
    onToggle: toggle,
  });

  function onFocus({ target }: FocusEvent) {
    setFocused(target.closest('[data-key]')?.getAttribute('data-key') ?? undefined);
  }

  return { list, rows, first, last, rowHeight, tabAt, focusRow, onFocus, onKeyDown, rowProps };
}

export type TreeListState = ReturnType<typeof useTreeList>;

/** Scrolls a row into view, unless it is already visible. */
export function scrollToRow(list: HTMLElement | null, at: number): void {
  if (!list || at < 0) return;
  const height = measureRow(list);
  const top = at * height;
  const margin = 2 * height;
  const { scrollTop, clientHeight } = list;
  if (top < scrollTop) list.scrollTop = top - margin;
  else if (top + height > scrollTop + clientHeight) list.scrollTop = top + margin - clientHeight;
}

export function measureRow(list: HTMLElement): number {
  const row = list.querySelector('a');
  return row ? row.offsetHeight + ROW_MARGIN : ROW_HEIGHT;
}
