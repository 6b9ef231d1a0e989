import { compareWorkbooks } from '@octavo/sheet/compare-workbooks';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { useEffect, useMemo, useState } from 'react';
import type { ComparisonResult } from '../compare/compare.ts';
import { useText } from '../i18n/texts.tsx';
import { Note } from '../ui/note.tsx';
import styles from './cell-changes.module.css';
import { toChangeEntries, type ChangeEntry } from './change-entries.ts';
import { ChangeList } from './change-list.tsx';
import { SideBySideDiff } from './side-by-side-diff.tsx';

interface CellChangesProps {
  /** Two stored tables. */
  current: string;
  former: string;
  labels: { current: string; former: string };
  /** Shows a list of the changes; otherwise both tables side by side. */
  onlyChanges?: boolean;
  /** The former table is on the left; otherwise the current one. */
  isFormerFirst?: boolean | undefined;
  onCompared?: ((compared: ComparisonResult) => void) | undefined;
}

/** Compares two versions of a table. Rows are aligned first, so an inserted row is the only difference. */
export function CellChanges(props: CellChangesProps) {
  const { current, former, labels, onlyChanges = true, isFormerFirst = false, onCompared } = props;
  const { t } = useText();
  const [shown, setShown] = useState<ChangeEntry>();
  const sheets = useMemo(
    () =>
      compareWorkbooks(readWorkbook(former), readWorkbook(current)).map((change) => ({
        change,
        entries: toChangeEntries(change),
      })),
    [current, former],
  );
  useEffect(() => {
    const all = sheets.flatMap(({ entries }) => entries);
    onCompared?.({
      count: all.length,
      added: all.filter((entry) => entry.current !== undefined).length,
      removed: all.filter((entry) => entry.former !== undefined).length,
      show: (index) => setShown(all[index]),
    });
  }, [sheets, onCompared]);
  if (sheets.length === 0) return <Note kind="info">{t('sheet.sameCells')}</Note>;
  return (
    <div className={styles.changes}>
      {sheets.map(({ change, entries }) => (
        <section key={`${change.kind}:${change.name}`}>
          <h3>
            {change.name} <small>{t(`sheet.${change.kind}Sheet`, { count: entries.length })}</small>
          </h3>
          {onlyChanges ? (
            <ChangeList
              entries={entries}
              shown={shown}
              labels={labels}
              isFormerFirst={isFormerFirst}
            />
          ) : (
            <SideBySideDiff
              change={change}
              shown={shown && entries.includes(shown) ? shown : undefined}
              labels={labels}
              isFormerFirst={isFormerFirst}
            />
          )}
        </section>
      ))}
    </div>
  );
}
