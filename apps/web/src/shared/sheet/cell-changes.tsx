import { cellName } from '@octavo/sheet/address';
import { compareWorkbooks } from '@octavo/sheet/compare-workbooks';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import type { Cell } from '@octavo/sheet/workbook';
import { useMemo } from 'react';
import { useText } from '../i18n/texts.tsx';
import { Note } from '../ui/note.tsx';
import styles from './cell-changes.module.css';

interface CellChangesProps {
  /** Two stored tables. */
  current: string;
  former: string;
  words: { current: string; former: string };
}

/** More than anybody reads; whoever changed that much has replaced the table. */
const MOST = 500;

/** Two versions of a table side by side, cell by cell; only what differs is shown. */
export function CellChanges({ current, former, words }: CellChangesProps) {
  const { t } = useText();
  const sheets = useMemo(
    () => compareWorkbooks(readWorkbook(former), readWorkbook(current)),
    [current, former],
  );
  if (sheets.length === 0) return <Note kind="info">{t('sheet.sameCells')}</Note>;
  return (
    <div className={styles.changes}>
      {sheets.map(({ name, kind, cells }) => (
        <section key={`${kind}:${name}`}>
          <h3>
            {name} <small>{t(`sheet.${kind}Sheet`, { count: cells.length })}</small>
          </h3>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('sheet.cell')}</th>
                <th scope="col">{words.current}</th>
                <th scope="col">{words.former}</th>
              </tr>
            </thead>
            <tbody>
              {cells.slice(0, MOST).map(({ row, column, before, after }) => (
                <tr key={cellName(row, column)}>
                  <th scope="row">{cellName(row, column)}</th>
                  <td className={after ? styles.added : undefined}>{textOf(after)}</td>
                  <td className={before ? styles.removed : undefined}>{textOf(before)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {cells.length > MOST && <p>{t('sheet.moreCells', { count: cells.length - MOST })}</p>}
        </section>
      ))}
    </div>
  );
}

function textOf(cell: Cell | undefined): string {
  return cell?.text ?? '';
}
