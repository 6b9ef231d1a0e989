import { EllipsisVertical } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import { closeOnBlur } from './close-on-blur.ts';
import styles from './data-table.module.css';
import { IconButton } from './icon-button.tsx';

export interface TableColumn<Row> {
  readonly label: string;
  readonly width?: number;
  /**
   * `actions`: at the right end. `field`: a control, on its own line on phones. `number`: right-aligned, with
   * their label on phones. `id`: the first column, hidden on phones. `wide`: hidden where a menu beside the table
   * takes its space.
   */
  readonly kind?: 'actions' | 'field' | 'number' | 'id' | 'wide';
  readonly render: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** The accessible name of the table. */
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => number;
}

/** A table of records; on phones each row becomes a block. */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  const { t } = useText();
  const id = useId();
  const nameColumn = columns.find(({ kind }) => kind !== 'id');
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
                id={column === nameColumn ? `${id}-${keyOf(row)}` : undefined}
                className={column.kind && styles[column.kind]}
                data-label={column.label}
              >
                {column.kind === 'actions' ? (
                  <RowActions labelledBy={`${id}-${keyOf(row)}`}>{column.render(row)}</RowActions>
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

/** The actions of a row side by side; on phones in a native popover. */
function RowActions({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  const { t } = useText();
  const id = useId();
  return (
    <>
      <span className={styles.more}>
        {/* All rows have this button, so its accessible name includes the row's name. */}
        <IconButton
          id={`${id}-more`}
          label={t('team.actions')}
          aria-labelledby={`${id}-more ${labelledBy}`}
          popoverTarget={id}
        >
          <EllipsisVertical />
        </IconButton>
      </span>
      {/* Closes the popover after a click on one of its buttons. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        id={id}
        popover="auto"
        className={styles.acts}
        onBlur={closeOnBlur}
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}
