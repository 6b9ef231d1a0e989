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
import { useCellHistory, useMarks, type CellStep, type HistoryOf } from './use-cell-history.ts';
import type { Place } from './use-found.ts';

export interface CellHistoryProps {
  of: HistoryOf;
  sheet: Sheet;
  place: Place | undefined;
  onMarks: (marks: ReadonlySet<string> | undefined) => void;
  onClose: () => void;
}

/** The history of the active cell, beside the table. Recently changed cells are marked in the table. */
export function CellHistory({ of, sheet, place, onMarks, onClose }: CellHistoryProps) {
  const { t } = useText();
  const marks = useMarks(of, sheet);
  useEffect(() => {
    onMarks(marks);
    return () => onMarks(undefined);
  }, [marks, onMarks]);
  return (
    <aside className={styles.drawer} aria-label={t('sheet.cellHistory')}>
      <header className={styles.head}>
        <h2>
          {place
            ? t('sheet.historyOf', { name: cellName(place.row, place.column) })
            : t('sheet.cellHistory')}
        </h2>
        <IconButton label={t('sheet.closeHistory')} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {place ? (
        <Steps key={cellName(place.row, place.column)} of={of} sheet={sheet} place={place} />
      ) : (
        <p className={styles.empty}>{t('sheet.chooseCell')}</p>
      )}
      <footer className={styles.foot}>{t('sheet.markHelp')}</footer>
    </aside>
  );
}

function Steps({ of, sheet, place }: { of: HistoryOf; sheet: Sheet; place: Place }) {
  const { t } = useText();
  const { steps, state, error, more } = useCellHistory(of, sheet, place.row, place.column);
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
              <Texts step={step} />
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
function differing(a: string, b: string): [number, number] {
  const [left, right] = [Array.from(a), Array.from(b)];
  const most = Math.min(left.length, right.length);
  let [start, end] = [0, 0];
  while (start < most && left[start] === right[start]) start += 1;
  while (end < most - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  return [start, end];
}

function Texts({ step: { before, after } }: { step: CellStep }) {
  const { t } = useText();
  const [start, end] = before === undefined ? [0, 0] : differing(before, after);
  const marked = (text: string) => {
    const signs = Array.from(text);
    return (
      <>
        {signs.slice(0, start).join('')}
        <mark>{signs.slice(start, signs.length - end).join('')}</mark>
        {signs.slice(signs.length - end).join('')}
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
