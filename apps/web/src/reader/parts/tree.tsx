import type { ItemInfo } from '@octavo/contract/item.entities';
import { ChevronRight, LoaderCircle } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { useRowWindow } from '../../shared/hooks/use-row-window.ts';
import { useText } from '../../shared/i18n/texts.tsx';
import { Method } from '../../shared/ui/method.tsx';
import { pageHref } from '../model/urls.ts';
import { findFirstPage, pageKey, visibleRows, type TreeRow } from '../model/menu.ts';
import { treeKeyAction } from '../model/tree-keys.ts';
import styles from './tree.module.css';

const ROW_MARGIN = 1;
/** The height of a row on wide screens with its margin, until it is measured. */
const ROW_HEIGHT = 30 + ROW_MARGIN;
const INITIAL_ROWS = 60;
/** Longer lists are virtualized. */
const VIRTUALIZE_ABOVE = 200;
const OVERSCAN_ROWS = 20;

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
  const {
    first: from,
    last: to,
    rowHeight,
  } = useRowWindow(list, rows.length, {
    overscan: rows.length > VIRTUALIZE_ABOVE ? OVERSCAN_ROWS : Infinity,
    initial: {
      top: (tabAt - INITIAL_ROWS / 2) * ROW_HEIGHT,
      height: INITIAL_ROWS * ROW_HEIGHT,
      rowHeight: ROW_HEIGHT,
    },
    measureRow,
    rowAt: (offset, height) => Math.floor(offset / height),
  });
  const isMoving = useRef(false);

  /** Scrolls a row into view, unless it is already visible. */
  function scrollToRow(at: number) {
    const element = list.current;
    if (!element || at < 0) return;
    const top = at * rowHeight;
    const margin = 2 * rowHeight;
    const { scrollTop, clientHeight } = element;
    if (top < scrollTop) element.scrollTop = top - margin;
    else if (top + rowHeight > scrollTop + clientHeight)
      element.scrollTop = top + margin - clientHeight;
  }
  const scrollToShown = useEffectEvent(scrollToRow);
  useEffect(() => scrollToShown(shownAt), [shownAt]);

  function focusRow(row: TreeRow | undefined) {
    if (!row) return;
    isMoving.current = true;
    setFocused(row.key);
    scrollToRow(rows.indexOf(row));
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
  const className = `${styles.row} ${styles[row.kind]} ${styles[`level${row.level}`]}`;
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
        className={row.page.page_type ? `${className} ${styles.table}` : className}
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
      className={className}
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

function measureRow(list: HTMLElement): number {
  const row = list.querySelector('a');
  return row ? row.offsetHeight + ROW_MARGIN : ROW_HEIGHT;
}
