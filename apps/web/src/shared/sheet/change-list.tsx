import { useEffect, useRef } from 'react';
import { useText } from '../i18n/texts.tsx';
import styles from './cell-changes.module.css';
import type { ChangeEntry } from './change-entries.ts';

/** Limits the rendered rows: a longer list means that the table was replaced. */
const MAX_ENTRIES = 500;

interface ChangeListProps {
  entries: readonly ChangeEntry[];
  /** The change that the user has navigated to. */
  shown: ChangeEntry | undefined;
  labels: { current: string; former: string };
  isFormerFirst: boolean;
}

/** The differences of a sheet as a list. */
export function ChangeList({ entries, shown, labels, isFormerFirst }: ChangeListProps) {
  const { t } = useText();
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const row = shown && body.current?.querySelector('[data-shown]');
    row?.scrollIntoView({ block: 'center' });
  }, [shown]);
  const sides = isFormerFirst ? (['former', 'current'] as const) : (['current', 'former'] as const);
  const marks = { current: styles.added, former: styles.removed };
  return (
    <>
      <table className={styles.list}>
        <thead>
          <tr>
            <th scope="col">{t('sheet.cell')}</th>
            {sides.map((side) => (
              <th key={side} scope="col">
                {labels[side]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {entries.slice(0, MAX_ENTRIES).map((entry) => (
            <tr
              key={`${entry.kind} ${entry.name} ${entry.current === undefined}`}
              data-shown={entry === shown || undefined}
            >
              <th scope="row">{t(`sheet.${entry.kind}Named`, { name: entry.name })}</th>
              {sides.map((side) => (
                <td key={side} className={entry[side] === undefined ? undefined : marks[side]}>
                  {entry[side]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length > MAX_ENTRIES && (
        <p>{t('sheet.moreCells', { count: entries.length - MAX_ENTRIES })}</p>
      )}
    </>
  );
}
