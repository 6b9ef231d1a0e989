import type { ItemInfo } from '@octavo/contract/item.entities';
import { ChevronRight, LoaderCircle } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { Method } from '../../shared/ui/method.tsx';
import { pageHref } from '../model/urls.ts';
import { findFirstPage, pageKey, visibleRows, type TreeRow } from '../model/menu.ts';
import { treeKeyAction } from '../model/tree-keys.ts';
import { useVirtualRows } from '../model/use-virtual-rows.ts';
import styles from './tree.module.css';

interface TreeProps {
  item: ItemInfo;
  open: ReadonlySet<number>;
  loading: ReadonlySet<number>;
  shownId: number | undefined;
  onToggle: (catId: number, open: boolean) => void;
}

/** The catalogs and pages of the item. One row is in the Tab order; arrow keys, letters, Home and End move between rows. */
export function Tree({ item, open, loading, shownId, onToggle }: TreeProps) {
  const { t } = useText();
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => visibleRows(item.menu, open), [item.menu, open]);
  const [focused, setFocused] = useState<string>();
  const shownAt = rows.findIndex(({ key }) => shownId !== undefined && key === pageKey(shownId));
  const focusedAt = rows.findIndex(({ key }) => key === focused);
  const tabAt = focusedAt >= 0 ? focusedAt : Math.max(shownAt, 0);
  const { from, to, rowHeight } = useVirtualRows(list, rows.length, tabAt);
  const isMoving = useRef(false);
  useScrollToShown(list, shownAt, rowHeight);

  function focusRow(row: TreeRow | undefined) {
    if (!row) return;
    isMoving.current = true;
    setFocused(row.key);
    scrollRowIntoView(list.current, rows.indexOf(row), rowHeight);
  }

  // The row may be rendered only now, after the list was scrolled.
  useLayoutEffect(() => {
    if (!isMoving.current || focused === undefined) return;
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
    if ('toggle' in action) onToggle(action.toggle, action.open);
    if ('press' in action && event.target instanceof HTMLElement) event.target.click();
    if ('row' in action) focusRow(action.row);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={list}
      className={styles.tree}
      role="tree"
      aria-label={t('reader.catalog')}
      onKeyDown={onKeyDown}
    >
      {from > 0 && <div style={{ height: from * rowHeight }} />}
      {rows.slice(from, to).map((row, index) => (
        <Row
          key={row.key}
          row={row}
          item={item}
          isShown={from + index === shownAt}
          isLoading={row.kind === 'catalog' && loading.has(row.catalog.cat_id)}
          tabIndex={from + index === tabAt ? 0 : -1}
          onFocus={() => setFocused(row.key)}
          onToggle={onToggle}
        />
      ))}
      {to < rows.length && <div style={{ height: (rows.length - to) * rowHeight }} />}
    </div>
  );
}

interface RowProps extends Pick<TreeProps, 'item' | 'onToggle'> {
  row: TreeRow;
  isShown: boolean;
  isLoading: boolean;
  tabIndex: number;
  onFocus: () => void;
}

function Row({ row, item, isShown, isLoading, tabIndex, onFocus, onToggle }: RowProps) {
  const common = {
    'data-key': row.key,
    'aria-level': row.level,
    'aria-setsize': row.of,
    'aria-posinset': row.at,
    tabIndex,
    onFocus,
  } as const;
  if (row.kind === 'page')
    return (
      <a
        {...common}
        role="treeitem"
        className={`${styles.row} ${styles.page} ${styles[`level${row.level}`]}${row.page.page_type ? ` ${styles.table}` : ''}`}
        href={pageHref(item, row.page.page_id)}
        aria-current={isShown ? 'page' : undefined}
        aria-selected={isShown}
      >
        {row.page.method && <Method inTree name={row.page.method} />}
        <span className={styles.name}>{row.page.page_title}</span>
      </a>
    );
  const { catalog, isOpen } = row;
  // Without JavaScript a click on a catalog opens its first page, where the server renders the catalog open.
  const first = findFirstPage(catalog);
  return (
    <a
      {...common}
      role="treeitem"
      className={`${styles.row} ${styles.catalog} ${styles[`level${row.level}`]}`}
      href={first && pageHref(item, first.page_id)}
      aria-expanded={isOpen}
      aria-busy={isLoading || undefined}
      aria-selected={false}
      onClick={(event) => {
        event.preventDefault();
        onToggle(catalog.cat_id, !isOpen);
      }}
    >
      {isLoading ? <LoaderCircle className={styles.spinner} /> : <ChevronRight />}
      <span className={styles.name}>{catalog.cat_name}</span>
    </a>
  );
}

/** Scrolls the current page into view, unless it is already visible. */
function useScrollToShown(
  list: { current: HTMLElement | null },
  at: number,
  rowHeight: number,
): void {
  const height = useRef(rowHeight);
  useEffect(() => {
    height.current = rowHeight;
  });
  useEffect(() => {
    if (at >= 0) scrollRowIntoView(list.current, at, height.current);
  }, [list, at]);
}

function scrollRowIntoView(list: HTMLElement | null, at: number, rowHeight: number): void {
  if (!list) return;
  const top = at * rowHeight;
  const margin = 2 * rowHeight;
  if (top < list.scrollTop) list.scrollTop = Math.max(0, top - margin);
  else if (top + rowHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top + margin - list.clientHeight;
}
