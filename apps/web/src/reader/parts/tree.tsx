import { ChevronRight, LoaderCircle } from 'lucide-react';
import { memo, useMemo, type ComponentProps, type ReactNode } from 'react';
import { useText } from '../../shared/i18n/texts.tsx';
import { Method } from '../../shared/ui/method.tsx';
import { titleOf, visibleRows, type TreeRow } from '../model/menu.ts';
import type { ItemReading } from '../model/use-item-reading.ts';
import { useTreeList, type TreeListState } from '../model/use-tree-list.ts';
import styles from './tree.module.css';

export interface TreeProps {
  reading: ItemReading;
}

/** The catalogs and pages of the item. One row is in the Tab order; arrow keys, letters, Home and End move between rows. */
export function Tree({ reading }: TreeProps) {
  const { item, openCatalogs } = reading;
  const rows = useMemo(() => visibleRows(item.menu, openCatalogs), [item.menu, openCatalogs]);
  const tree = useTreeList(rows, reading);
  return (
    <TreeList
      tree={tree}
      onKeyDown={tree.onKeyDown}
      renderRow={(row, at) => <Row key={row.key} {...tree.rowProps(row, at)} />}
    />
  );
}

interface TreeListProps extends ComponentProps<'div'> {
  tree: TreeListState;
  renderRow: (row: TreeRow, at: number) => ReactNode;
}

/** The element of a tree with the rows near the viewport, after its children. */
export function TreeList({ tree, renderRow, children, ...rest }: TreeListProps) {
  const { t } = useText();
  const { list, rows, first, last, rowHeight } = tree;
  return (
    <div
      onFocus={tree.onFocus}
      {...rest}
      ref={list}
      className={styles.tree}
      role="tree"
      aria-label={t('reader.catalog')}
    >
      {children}
      <div style={{ height: first * rowHeight }} />
      {rows.slice(first, last).map((row, index) => renderRow(row, first + index))}
      <div style={{ height: (rows.length - last) * rowHeight }} />
    </div>
  );
}

interface RowProps extends Omit<ComponentProps<'a'>, 'onToggle'> {
  row: TreeRow;
  isShown: boolean;
  isLoading: boolean;
  onToggle: (catId: number, open: boolean) => void;
}

/** A change of the tree can make new rows, but most of them look the same. */
export function isSameRow<Part extends object>(before: Part, after: Part): boolean {
  return (
    before === after ||
    (Object.keys(after) as (keyof Part)[]).every((name) =>
      name === 'row'
        ? isSameRow(before[name] as TreeRow, after[name] as TreeRow)
        : before[name] === after[name],
    )
  );
}

export const Row = memo(function Row(props: RowProps) {
  const { row, href, isShown, isLoading, onToggle, children, ...rest } = props;
  const catalog = row.kind === 'catalog' ? row.catalog : undefined;
  return (
    <a
      {...rest}
      {...treeItemProps(row)}
      href={href}
      aria-current={isShown ? 'page' : undefined}
      aria-busy={isLoading || undefined}
      onClick={
        catalog &&
        ((event) => {
          event.preventDefault();
          onToggle(catalog.cat_id, !row.isOpen);
        })
      }
    >
      <RowIcon row={row} isLoading={isLoading} />
      <span className={styles.name}>{titleOf(row)}</span>
      {children}
    </a>
  );
}, isSameRow);

/** The attributes of a row that describe its place in the tree. */
export function treeItemProps(row: TreeRow) {
  const table = row.kind === 'page' && row.page.page_type ? ` ${styles.table}` : '';
  return {
    'data-key': row.key,
    role: 'treeitem',
    className: `${styles.row} ${styles[row.kind]} ${styles[`level${row.level}`]}${table}`,
    'aria-level': row.level,
    'aria-setsize': row.of,
    'aria-posinset': row.at,
    'aria-expanded': row.isOpen,
  };
}

/** The arrow of a catalog, or the method of a page. */
export function RowIcon({ row, isLoading }: Pick<RowProps, 'row' | 'isLoading'>) {
  if (row.kind === 'page') return row.page.method ? <Method inTree name={row.page.method} /> : null;
  return isLoading ? <LoaderCircle className={styles.spinner} /> : <ChevronRight />;
}
