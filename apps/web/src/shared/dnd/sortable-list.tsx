import { verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useCallback, useMemo, type ReactNode } from 'react';
import { Grip } from './grip.tsx';
import { SortArea } from './sort-area.tsx';
import styles from './sortable-list.module.css';
import { useSortableItem } from './use-sortable-item.ts';

interface Row {
  readonly id: number;
  readonly name: string;
}

interface SortableListProps<R extends Row> {
  label: string;
  rows: readonly R[];
  onSort: (ids: number[]) => void;
  /** Lower rows, as in a dialog. */
  dense?: boolean;
  /** The content of a row, after the grip. */
  render: (row: R) => ReactNode;
}

/** A vertical list whose rows can be reordered. */
export function SortableList<R extends Row>(props: SortableListProps<R>) {
  const { label, rows, onSort, dense = false, render } = props;
  const rowClass = dense ? `${styles.row} ${styles.dense}` : styles.row;
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const nameOf = useCallback((id: number) => byId.get(id)?.name ?? '', [byId]);
  return (
    <SortArea
      ids={ids}
      nameOf={nameOf}
      strategy={verticalListSortingStrategy}
      onSort={onSort}
      renderDragged={(id) => {
        const row = byId.get(id);
        return (
          row && (
            <div className={`${rowClass} ${styles.lifted}`}>
              <Grip name={row.name} />
              {render(row)}
            </div>
          )
        );
      }}
    >
      <ul className={styles.list} aria-label={label}>
        {rows.map((row) => (
          <SortableRow key={row.id} row={row} rowClass={rowClass}>
            {render(row)}
          </SortableRow>
        ))}
      </ul>
    </SortArea>
  );
}

function SortableRow(props: { row: Row; rowClass: string | undefined; children: ReactNode }) {
  const { row, rowClass, children } = props;
  const { itemProps, gripProps, isSlot } = useSortableItem(row.id);
  return (
    <li {...itemProps} className={isSlot ? `${rowClass} ${styles.slot}` : rowClass}>
      <Grip {...gripProps} name={row.name} />
      {children}
    </li>
  );
}
