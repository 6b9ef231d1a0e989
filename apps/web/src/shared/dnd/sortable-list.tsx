import { verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useCallback, useMemo, type ReactNode } from 'react';
import { Grip } from './grip.tsx';
import { SortArea } from './sort-area.tsx';
import styles from './sortable-list.module.css';
import { useSortPlace } from './use-sort-place.ts';

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
  const look = dense ? `${styles.row} ${styles.dense}` : styles.row;
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const nameOf = useCallback((id: number) => byId.get(id)?.name ?? '', [byId]);
  return (
    <SortArea
      ids={ids}
      nameOf={nameOf}
      strategy={verticalListSortingStrategy}
      onSort={onSort}
      renderLifted={(id) => {
        const row = byId.get(id);
        return (
          row && (
            <div className={`${look} ${styles.lifted}`}>
              <Grip name={row.name} />
              {render(row)}
            </div>
          )
        );
      }}
    >
      <ul className={styles.list} aria-label={label}>
        {rows.map((row) => (
          <SortableRow key={row.id} row={row} look={look}>
            {render(row)}
          </SortableRow>
        ))}
      </ul>
    </SortArea>
  );
}

function SortableRow(props: { row: Row; look: string | undefined; children: ReactNode }) {
  const { row, look, children } = props;
  const { place, grip, isSlot } = useSortPlace(row.id);
  return (
    <li {...place} className={isSlot ? `${look} ${styles.slot}` : look}>
      <Grip {...grip} name={row.name} />
      {children}
    </li>
  );
}
