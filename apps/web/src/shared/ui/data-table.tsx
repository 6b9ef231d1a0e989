import type { ReactNode } from 'react';
import { useText } from '../i18n/texts.tsx';
import styles from './data-table.module.css';

export interface TableColumn<Row> {
  readonly label: string;
  readonly width?: number;
  /**
   * `actions`: at the right end. `field`: a control, which has its own line on a phone. `number`: digits
   * under digits. `id`: first, and too little to have room on a phone.
   */
  readonly kind?: 'actions' | 'field' | 'number' | 'id';
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
              <td key={name} className={kind && styles[kind]}>
                {kind === 'actions' ? <div>{render(row)}</div> : render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
