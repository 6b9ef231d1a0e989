import { compareWorkbooks } from '@octavo/sheet/compare-workbooks';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { useEffect, useMemo, useState } from 'react';
import type { Compared } from '../compare/compare.ts';
import { useText } from '../i18n/texts.tsx';
import { Note } from '../ui/note.tsx';
import styles from './cell-changes.module.css';
import { entriesOf, type ChangeEntry } from './change-entries.ts';
import { ChangeList } from './change-list.tsx';
import { SheetsBeside } from './sheets-beside.tsx';

interface CellChangesProps {
  /** Two stored tables. */
  current: string;
  former: string;
  words: { current: string; former: string };
  /** What differs, in a list; else both tables beside each other. */
  onlyChanges?: boolean;
  /** The former table on the left; else the current one. */
  isFormerFirst?: boolean | undefined;
  onCompared?: ((compared: Compared) => void) | undefined;
}

/** Two versions of a table. Rows are known again, so one that was put in is the only one that differs. */
export function CellChanges(props: CellChangesProps) {
  const { current, former, words, onlyChanges = true, isFormerFirst = false, onCompared } = props;
  const { t } = useText();
  const [shown, setShown] = useState<ChangeEntry>();
  const sheets = useMemo(
    () =>
      compareWorkbooks(readWorkbook(former), readWorkbook(current)).map((change) => ({
        change,
        entries: entriesOf(change),
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
              words={words}
              isFormerFirst={isFormerFirst}
            />
          ) : (
            <SheetsBeside
              change={change}
              shown={shown && entries.includes(shown) ? shown : undefined}
              words={words}
              isFormerFirst={isFormerFirst}
            />
          )}
        </section>
      ))}
    </div>
  );
}
