import { EllipsisVertical } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { closeWhenLeft } from './close-when-left.ts';
import styles from './data-table.module.css';
import { IconButton } from './icon-button.tsx';

export interface TableColumn<Row> {
  readonly label: string;
  readonly width?: number;
  /**
   * `actions`: at the right end. `field`: a control, which has its own line on a phone. `number`: digits
   * under digits; on a phone with their label. `id`: first, and too little to have room on a phone.
   * `wide`: left out where a menu beside the table takes the room for it.
   */
  readonly kind?: 'actions' | 'field' | 'number' | 'id' | 'wide';
  readonly render: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => number;
}

/** Rows of one kind; on a phone each row folds into a small block. */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  const { t } = useText();
  const id = useId();
  const naming = columns.find(({ kind }) => kind !== 'id');
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ label: name, width, kind }) => (
            <th
              key={name}
              className={kind && styles[kind]}
              style={width === undefined ? undefined : { width }}
            >
              {kind === 'actions' ? (
                <span className="visually-hidden">{t('team.actions')}</span>
              ) : (
                name
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td
                key={column.label}
                id={column === naming ? `${id}-${keyOf(row)}` : undefined}
                className={column.kind && styles[column.kind]}
                data-label={column.label}
              >
                {column.kind === 'actions' ? (
                  <RowActions of={`${id}-${keyOf(row)}`}>{column.render(row)}</RowActions>
                ) : (
                  column.render(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Side by side; on a phone a popover, which the browser opens and closes. */
function RowActions({ of, children }: { of: string; children: ReactNode }) {
  const { t } = useText();
  const id = useId();
  return (
    <>
      <span className={styles.more}>
        {/* One is like the other, so it says what of. */}
        <IconButton
          id={`${id}-more`}
          label={t('team.actions')}
          aria-labelledby={`${id}-more ${of}`}
          popoverTarget={id}
        >
          <EllipsisVertical />
        </IconButton>
      </span>
      {/* The buttons in it are what is pressed; each of them ends the choice. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        id={id}
        popover="auto"
        className={styles.acts}
        onBlur={closeWhenLeft}
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}
