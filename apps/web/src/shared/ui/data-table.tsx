import { EllipsisVertical } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import styles from './data-table.module.css';
import { IconButton } from './icon-button.tsx';

export interface TableColumn<Row> {
  readonly label: string;
  readonly width?: number;
  /**
   * `actions`: at the right end. `field`: a control, which has its own line on a phone. `number`: digits
   * under digits; on a phone with their label. `id`: first, and like `wide` too little to have room
   * on a phone.
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
            {columns.map(({ label: name, kind, render }) => (
              <td key={name} className={kind && styles[kind]} data-label={name}>
                {kind === 'actions' ? <RowActions>{render(row)}</RowActions> : render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Side by side; on a phone a popover, which the browser opens and closes. */
function RowActions({ children }: { children: ReactNode }) {
  const { t } = useText();
  const id = useId();
  return (
    <>
      <span className={styles.more}>
        <IconButton label={t('team.actions')} popoverTarget={id}>
          <EllipsisVertical />
        </IconButton>
      </span>
      {/* The buttons in it are what is pressed; each of them ends the choice. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        id={id}
        popover="auto"
        className={styles.acts}
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}
