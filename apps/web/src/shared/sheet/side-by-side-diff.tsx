import { columnName } from '@octavo/sheet/address';
import type { SheetChange } from '@octavo/sheet/compare-workbooks';
import { columnWidth } from '@octavo/sheet/grid';
import { displayText, type Sheet } from '@octavo/sheet/workbook';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import { useText } from '../i18n/texts.tsx';
import type { ChangeEntry } from './change-entries.ts';
import styles from './side-by-side-diff.module.css';
import './sheet.css';
import { useSheetRows } from './use-sheet-rows.ts';

interface SideBySideDiffProps {
  change: SheetChange;
  shown: ChangeEntry | undefined;
  labels: { current: string; former: string };
  isFormerFirst: boolean;
}

/** All rows have the default height, so that both sides stay aligned. */
const EMPTY_SHEET: Sheet = { name: '', rows: new Map(), rowCount: undefined, attributes: {} };

/** The header cell of a row or column that exists only on the other side. */
function MissingHeader() {
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label
  return <td className={styles.none} />;
}

/** Both versions of a sheet side by side with aligned rows; a missing row leaves a gap. */
export function SideBySideDiff({ change, shown, labels, isFormerFirst }: SideBySideDiffProps) {
  const { t } = useText();
  const rows = useMemo(() => change.rows.map((_, at) => at), [change]);
  const window = useSheetRows(EMPTY_SHEET, rows);
  const otherScroll = useRef<HTMLDivElement>(null);
  const changed = useMemo(
    () => new Set(change.cells.map(({ row, column }) => `${row}_${column}`)),
    [change],
  );
  const { scroll, scrollToRow } = window;
  useEffect(() => {
    if (shown) scrollToRow(shown.rowIndex);
    // Runs once for each change that the user navigates to.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [shown]);

  const syncScroll = (
    from: RefObject<HTMLDivElement | null>,
    to: RefObject<HTMLDivElement | null>,
  ) => {
    const { scrollTop = 0, scrollLeft = 0 } = from.current ?? {};
    to.current?.scrollTo({ top: scrollTop, left: scrollLeft });
  };

  function renderSide(side: 'after' | 'before') {
    const sheet = change[side];
    const sign = side === 'after' ? '+' : '−';
    return (
      <table className="sheet-grid">
        <colgroup>
          <col className="sheet-numbers" />
          {change.columns.map(({ before, after }) => (
            <col
              key={`${before} ${after}`}
              style={{
                width: columnWidth(change.after ?? sheet ?? EMPTY_SHEET, after ?? before ?? 0),
              }}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
            <td />
            {change.columns.map((pair) => {
              const at = pair[side];
              const isOneSided = pair.before === undefined || pair.after === undefined;
              const key = `${pair.before} ${pair.after}`;
              if (at === undefined) return <MissingHeader key={key} />;
              return (
                <th key={key} scope="col">
                  {`${isOneSided ? `${sign} ` : ''}${columnName(at)}`}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {window.above > 0 && <tr aria-hidden style={{ height: window.above }} />}
          {change.rows.slice(window.first, window.last).map((pair, offset) => {
            const row = pair[side];
            const isOneSidedRow = pair.before === undefined || pair.after === undefined;
            return (
              <tr
                key={`${pair.before} ${pair.after}`}
                data-shown={shown?.rowIndex === window.first + offset || undefined}
              >
                {row === undefined ? (
                  <MissingHeader />
                ) : (
                  <th scope="row">{`${isOneSidedRow ? `${sign} ` : ''}${row + 1}`}</th>
                )}
                {change.columns.map((column) => {
                  const at = column[side];
                  const isOneSided =
                    isOneSidedRow || column.before === undefined || column.after === undefined;
                  const isMissing = row === undefined || at === undefined;
                  const cell = isMissing ? undefined : sheet?.rows.get(row)?.cells.get(at);
                  const text = cell ? displayText(cell) : '';
                  const isChanged = isOneSided || changed.has(`${pair.after}_${column.after}`);
                  return (
                    <td
                      key={`${column.before} ${column.after}`}
                      title={text}
                      className={isMissing ? styles.none : isChanged ? styles[side] : undefined}
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

  const current = { side: 'after', name: labels.current } as const;
  const former = { side: 'before', name: labels.former } as const;
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
        onScroll={() => syncScroll(scroll, otherScroll)}
      >
        {renderSide(left.side)}
      </div>
      <div
        ref={otherScroll}
        className="sheet-scroll"
        role="region"
        aria-label={t('sheet.cellOf', { sheet: right.name, cell: change.name })}
        tabIndex={0}
        onScroll={() => syncScroll(otherScroll, scroll)}
      >
        {renderSide(right.side)}
      </div>
      {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
    </div>
  );
}
