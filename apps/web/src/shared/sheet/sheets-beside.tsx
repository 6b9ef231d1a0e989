import { columnName } from '@octavo/sheet/address';
import type { SheetChange } from '@octavo/sheet/compare-workbooks';
import { columnWidth } from '@octavo/sheet/grid';
import { shownText, type Sheet } from '@octavo/sheet/workbook';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { useText } from '../i18n/texts.tsx';
import type { ChangeEntry } from './change-entries.ts';
import styles from './sheets-beside.module.css';
import './sheet.css';
import { useRowWindow } from './use-row-window.ts';

interface SheetsBesideProps {
  change: SheetChange;
  shown: ChangeEntry | undefined;
  words: { current: string; former: string };
  isFormerFirst: boolean;
}

/** All rows have the default height, so that both sides stay aligned. */
const PLAIN: Sheet = { name: '', rows: new Map(), rowCount: undefined, attributes: {} };

/** The header cell of a row or column that exists only on the other side. */
function NoHead() {
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label
  return <td className={styles.none} />;
}

/** Both versions of a sheet side by side with aligned rows; a missing row leaves a gap. */
export function SheetsBeside({ change, shown, words, isFormerFirst }: SheetsBesideProps) {
  const { t } = useText();
  const rows = useMemo(() => change.rows.map((_, at) => at), [change]);
  const window = useRowWindow(PLAIN, rows);
  const other = useRef<HTMLDivElement>(null);
  const changed = useMemo(
    () => new Set(change.cells.map(({ row, column }) => `${row}_${column}`)),
    [change],
  );
  const { scroll, show } = window;
  useEffect(() => {
    if (shown) show(shown.step);
    // Runs once for each change that the user navigates to.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [shown]);

  const follow = (from: RefObject<HTMLDivElement | null>, to: RefObject<HTMLDivElement | null>) => {
    const { scrollTop = 0, scrollLeft = 0 } = from.current ?? {};
    to.current?.scrollTo({ top: scrollTop, left: scrollLeft });
    window.onScroll();
  };

  function drawSide(side: 'after' | 'before') {
    const sheet = change[side];
    const sign = side === 'after' ? '+' : '−';
    return (
      <table className="sheet-grid">
        <colgroup>
          <col className="sheet-numbers" />
          {change.columns.map(({ before, after }) => (
            <col
              key={`${before} ${after}`}
              style={{ width: columnWidth(change.after ?? sheet ?? PLAIN, after ?? before ?? 0) }}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
            <td />
            {change.columns.map((step) => {
              const at = step[side];
              const isOwn = step.before === undefined || step.after === undefined;
              const key = `${step.before} ${step.after}`;
              if (at === undefined) return <NoHead key={key} />;
              return (
                <th key={key} scope="col">
                  {`${isOwn ? `${sign} ` : ''}${columnName(at)}`}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {window.above > 0 && <tr aria-hidden style={{ height: window.above }} />}
          {change.rows.slice(window.first, window.last).map((step, offset) => {
            const row = step[side];
            const isOwnRow = step.before === undefined || step.after === undefined;
            return (
              <tr
                key={`${step.before} ${step.after}`}
                data-shown={shown?.step === window.first + offset || undefined}
              >
                {row === undefined ? (
                  <NoHead />
                ) : (
                  <th scope="row">{`${isOwnRow ? `${sign} ` : ''}${row + 1}`}</th>
                )}
                {change.columns.map((column) => {
                  const at = column[side];
                  const isOwn =
                    isOwnRow || column.before === undefined || column.after === undefined;
                  const isNone = row === undefined || at === undefined;
                  const cell = isNone ? undefined : sheet?.rows.get(row)?.cells.get(at);
                  const text = cell ? shownText(cell) : '';
                  const isChanged = isOwn || changed.has(`${step.after}_${column.after}`);
                  return (
                    <td
                      key={`${column.before} ${column.after}`}
                      title={text}
                      className={isNone ? styles.none : isChanged ? styles[side] : undefined}
                    >
                      {text}
                    </td>
                  );
                })}
              </tr>
            );
          })}
          {window.below > 0 && <tr aria-hidden style={{ height: window.below }} />}
        </tbody>
      </table>
    );
  }

  const current = { side: 'after', name: words.current } as const;
  const former = { side: 'before', name: words.former } as const;
  const [left, right] = isFormerFirst ? [former, current] : [current, former];
  return (
    <div className={styles.sides}>
      {/* Both sides can be scrolled by keyboard and scroll together. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
      <div
        ref={scroll}
        className="sheet-scroll"
        role="region"
        aria-label={t('sheet.cellOf', { sheet: left.name, cell: change.name })}
        tabIndex={0}
        onScroll={() => follow(scroll, other)}
      >
        {drawSide(left.side)}
      </div>
      <div
        ref={other}
        className="sheet-scroll"
        role="region"
        aria-label={t('sheet.cellOf', { sheet: right.name, cell: change.name })}
        tabIndex={0}
        onScroll={() => follow(other, scroll)}
      >
        {drawSide(right.side)}
      </div>
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
    </div>
  );
}
