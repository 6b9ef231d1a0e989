import { cellName } from '@octavo/sheet/address';
import type { Sheet } from '@octavo/sheet/workbook';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useText } from '../i18n/texts.tsx';
import { Time } from '../i18n/time.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Tag } from '../ui/tag.tsx';
import styles from './cell-history.module.css';
import {
  useCellHistory,
  useRecentChanges,
  type CellRevision,
  type HistorySource,
} from './use-cell-history.ts';
import type { CellPosition } from './use-sheet-search.ts';

export interface CellHistoryProps {
  source: HistorySource;
  sheet: Sheet;
  position: CellPosition | undefined;
  onMarks: (marks: ReadonlySet<string> | undefined) => void;
  onClose: () => void;
}

/** The history of the active cell, beside the table. Recently changed cells are marked in the table. */
export function CellHistory({ source, sheet, position, onMarks, onClose }: CellHistoryProps) {
  const { t } = useText();
  const marks = useRecentChanges(source, sheet);
  useEffect(() => {
    onMarks(marks);
    return () => onMarks(undefined);
  }, [marks, onMarks]);
  return (
    <aside className={styles.drawer} aria-label={t('sheet.cellHistory')}>
      <header className={styles.head}>
        <h2>
          {position
            ? t('sheet.historyOf', { name: cellName(position.row, position.column) })
            : t('sheet.cellHistory')}
        </h2>
        <IconButton label={t('sheet.closeHistory')} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {position ? (
        <CellRevisions
          key={cellName(position.row, position.column)}
          source={source}
          sheet={sheet}
          position={position}
        />
      ) : (
        <p className={styles.empty}>{t('sheet.chooseCell')}</p>
      )}
      <footer className={styles.foot}>{t('sheet.markHelp')}</footer>
    </aside>
  );
}

function CellRevisions({
  source,
  sheet,
  position,
}: {
  source: HistorySource;
  sheet: Sheet;
  position: CellPosition;
}) {
  const { t } = useText();
  const { steps, state, error, more } = useCellHistory(
    source,
    sheet,
    position.row,
    position.column,
  );
  if (error) return <LoadError error={error} onRetry={more} />;
  return (
    <div className={styles.steps} aria-busy={state === 'looking'}>
      <ol>
        {steps.map((step) => (
          <li key={`${step.addtime} ${step.after}`}>
            <Avatar username={step.author} />
            <div>
              <p className={styles.who}>
                <b>{step.author}</b>
                {step.isCurrent && <Tag kind="accent">{t('sheet.currentForm')}</Tag>}
              </p>
              <p className={styles.when}>
                <Time value={step.addtime} />
              </p>
              <RevisionTexts step={step} />
            </div>
          </li>
        ))}
      </ol>
      {state === 'looking' && <output className={styles.empty}>{t('sheet.lookingBack')}</output>}
      {state === 'more' && <Button onClick={more}>{t('sheet.lookFurther')}</Button>}
      {state === 'done' && steps.length === 0 && (
        <p className={styles.empty}>{t('sheet.neverChanged')}</p>
      )}
    </div>
  );
}

/** The lengths of the common prefix and suffix of two texts, in code points. */
function commonAffixes(a: string, b: string): [number, number] {
  const [left, right] = [Array.from(a), Array.from(b)];
  const maxLength = Math.min(left.length, right.length);
  let [start, end] = [0, 0];
  while (start < maxLength && left[start] === right[start]) start += 1;
  while (end < maxLength - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  return [start, end];
}

function RevisionTexts({ step: { before, after } }: { step: CellRevision }) {
  const { t } = useText();
  const [start, end] = before === undefined ? [0, 0] : commonAffixes(before, after);
  const marked = (text: string) => {
    const characters = Array.from(text);
    return (
      <>
        {characters.slice(0, start).join('')}
        <mark>{characters.slice(start, characters.length - end).join('')}</mark>
        {characters.slice(characters.length - end).join('')}
      </>
    );
  };
  return (
    <>
      {before !== undefined && (
        <p className={styles.before}>
          <span aria-hidden="true">−</span>
          <span className="visually-hidden">{t('sheet.wordBefore')}</span>
          <del>{marked(before)}</del>
        </p>
      )}
      {after !== '' && (
        <p className={styles.after}>
          <span aria-hidden="true">+</span>
          <span className="visually-hidden">{t('sheet.wordAfter')}</span>
          <ins>{before === undefined ? after : marked(after)}</ins>
        </p>
      )}
    </>
  );
}
