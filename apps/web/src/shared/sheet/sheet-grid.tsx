import { cellName, columnName } from '@octavo/sheet/address';
import { columnWidth, createSpans, frozenPanes } from '@octavo/sheet/grid';
import { cellStyle } from '@octavo/sheet/cell-style';
import { isNumeric, ROW_HEIGHT, displayText, type Cell, type Sheet } from '@octavo/sheet/workbook';
import {
  Fragment,
  useEffect,
  useId,
  useMemo,
  useRef,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import styles from './sheet-view.module.css';
import type { CellPosition } from './use-sheet-search.ts';
import { useSheetRows } from './use-sheet-rows.ts';

interface SheetGridProps {
  sheet: Sheet;
  /** The visible rows, in order. */
  rows: readonly number[];
  columns: number;
  /** Some rows are hidden by a filter, so merged cells are not applied. */
  isFiltered: boolean;
  hits: ReadonlySet<string>;
  /** Recently changed cells. */
  marks: ReadonlySet<string> | undefined;
  active: CellPosition | undefined;
  onActive: (place: CellPosition) => void;
}

const ALIGN = ['center', 'left', 'right'] as const;
const COLOR = /^(?:#[\da-f]{3,8}|rgba?\([\d\s.,%]{5,30}\))$/i;

function toCssStyle(cell: Cell, sheetStyles: unknown): CSSProperties | undefined {
  const cellFormat = cellStyle(cell, sheetStyles);
  if (Object.keys(cellFormat).length === 0) return undefined;
  const { bl, it, un, cl, fc, bg, ht } = cellFormat;
  const style: CSSProperties = {};
  if (bl === 1) style.fontWeight = 600;
  if (it === 1) style.fontStyle = 'italic';
  const lines = [un === 1 ? 'underline' : '', cl === 1 ? 'line-through' : ''].join(' ').trim();
  if (lines !== '') style.textDecoration = lines;
  if (typeof fc === 'string' && COLOR.test(fc)) style.color = fc;
  if (typeof bg === 'string' && COLOR.test(bg)) {
    style.backgroundColor = bg;
    // The theme's text colour may be unreadable on a custom background.
    style.color ??= '#14171f';
  }
  const align = ALIGN[Number(ht)];
  if (align && ht !== undefined) style.textAlign = align;
  return style;
}

/** Width of the row number column. */
const ROW_NUMBER_WIDTH = 44;
/** Larger frozen areas are ignored, so that room for scrolling remains: height in px, width as a share of the window. */
const MAX_FROZEN = { height: 200, width: 0.5 };

/** The frozen rows and columns, unless they would fill the screen. */
function limitFrozenArea(sheet: Sheet, rows: readonly number[]) {
  const requested = frozenPanes(sheet);
  const frozenRows = rows.findIndex((row) => row >= requested.rows);
  const count = frozenRows < 0 ? rows.length : frozenRows;
  const width = Array.from({ length: requested.columns }, (_, at) => columnWidth(sheet, at)).reduce(
    (sum, one) => sum + one,
    ROW_NUMBER_WIDTH,
  );
  return {
    rows: count * ROW_HEIGHT <= MAX_FROZEN.height ? count : 0,
    columns: width <= globalThis.innerWidth * MAX_FROZEN.width ? requested.columns : 0,
  };
}

/** A sheet as a virtualized grid with keyboard navigation: only visible rows are in the document. */
export function SheetGrid(props: SheetGridProps) {
  const { sheet, rows, columns, isFiltered, hits, marks, active, onActive } = props;
  const id = useId();
  const frozen = useMemo(() => limitFrozenArea(sheet, rows), [sheet, rows]);
  const window = useSheetRows(sheet, rows, frozen.rows);
  const { scroll } = window;
  const spans = useMemo(() => (isFiltered ? undefined : createSpans(sheet)), [sheet, isFiltered]);
  const columnIndexes = useMemo(() => Array.from({ length: columns }, (_, at) => at), [columns]);
  const widths = useMemo(
    () => columnIndexes.map((at) => columnWidth(sheet, at)),
    [columnIndexes, sheet],
  );
  const renderedRows = [
    ...rows.slice(0, frozen.rows).keys(),
    ...rows.slice(window.first, window.last).map((_, offset) => window.first + offset),
  ];
  /** The left offset of a frozen column, after the row numbers. */
  const leftOf = (column: number) =>
    column < frozen.columns
      ? widths.slice(0, column).reduce((sum, width) => sum + width, ROW_NUMBER_WIDTH)
      : undefined;

  const { scrollToRow } = window;
  const activeAt = active ? rows.indexOf(active.row) : -1;
  const scrolledFor = useRef<CellPosition>(undefined);
  useEffect(() => {
    if (!active || scrolledFor.current === active) return;
    scrolledFor.current = active;
    scrollToRow(activeAt);
    scroll.current
      ?.querySelector(`[data-column="${active.column}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  function onKeyDown(event: KeyboardEvent) {
    const at = Math.max(0, activeAt);
    const { column = 0 } = active ?? {};
    const page = Math.max(1, window.last - window.first - 24);
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowDown: [at + 1, column],
      ArrowUp: [at - 1, column],
      ArrowRight: [at, column + 1],
      ArrowLeft: [at, column - 1],
      PageDown: [at + page, column],
      PageUp: [at - page, column],
      Home: [event.ctrlKey ? 0 : at, 0],
      End: [event.ctrlKey ? rows.length - 1 : at, columns - 1],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const row = rows[Math.min(Math.max(step[0], 0), rows.length - 1)];
    if (row !== undefined) onActive({ row, column: Math.min(Math.max(step[1], 0), columns - 1) });
  }

  /** The axes in which a cell is frozen. */
  function frozenAxis(at: number, column: number) {
    const [isRow, isColumn] = [at < frozen.rows, column < frozen.columns];
    if (isRow) return isColumn ? 'both' : 'row';
    return isColumn ? 'column' : undefined;
  }

  function renderCell(row: number, at: number, column: number) {
    if (spans?.isCovered(row, column)) {
      // The merged cell that covers it may be outside the rendered rows.
      // oxlint-disable-next-line jsx-a11y/control-has-associated-label
      return at === window.first || at === 0 ? <td key={column} /> : null;
    }
    const span = spans?.at(row, column);
    const cell = sheet.rows.get(row)?.cells.get(column);
    const text = cell ? displayText(cell) : '';
    const isActive = active?.row === row && active.column === column;
    return (
      // The click is only for the pointer; the grid handles the keyboard.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
      <td
        key={column}
        id={isActive ? `${id}-active` : undefined}
        className={cell && isNumeric(cell) ? 'number' : undefined}
        aria-colindex={column + 2}
        rowSpan={span && Math.min(span.rows, window.last - at)}
        colSpan={span && Math.min(span.columns, columns - column)}
        data-active={isActive || undefined}
        data-hit={hits.has(cellName(row, column)) || undefined}
        data-still={frozenAxis(at, column)}
        data-mark={marks?.has(cellName(row, column)) || undefined}
        style={{
          ...(cell && toCssStyle(cell, sheet.attributes['styles'])),
          left: leftOf(column),
          top: at < frozen.rows ? window.top(at) : undefined,
        }}
        onClick={() => onActive({ row, column })}
      >
        {text}
        {isActive && text !== '' && (
          <div className={styles.whole} aria-hidden>
            {text}
          </div>
        )}
      </td>
    );
  }

  return (
    <div ref={scroll} className={`sheet-scroll ${styles.grid}`}>
      <table
        className="sheet-grid"
        // The grid supports keyboard navigation between cells.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={sheet.name}
        aria-readonly
        aria-rowcount={rows.length + 1}
        aria-colcount={columns + 1}
        aria-activedescendant={
          activeAt >= window.first && activeAt < window.last ? `${id}-active` : undefined
        }
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <colgroup>
          <col className="sheet-numbers" />
          {widths.map((width, at) => (
            <col key={columnIndexes[at]} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
            <td aria-colindex={1} />
            {columnIndexes.map((column) => (
              <th
                key={column}
                scope="col"
                aria-colindex={column + 2}
                data-column={column}
                data-active={active?.column === column || undefined}
                data-still={frozenAxis(rows.length, column)}
                style={{ left: leftOf(column) }}
              >
                {columnName(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {renderedRows.map((at) => {
            const row = rows[at] ?? 0;
            return (
              <Fragment key={row}>
                {at === window.first && window.above > 0 && (
                  <tr aria-hidden style={{ height: window.above }} />
                )}
                <tr aria-rowindex={at + 2} style={{ height: window.height(at) }}>
                  <th
                    scope="row"
                    aria-colindex={1}
                    data-active={active?.row === row || undefined}
                    data-still={at < frozen.rows ? 'both' : undefined}
                    style={{ top: at < frozen.rows ? window.top(at) : undefined }}
                  >
                    {row + 1}
                  </th>
                  {columnIndexes.map((column) => renderCell(row, at, column))}
                </tr>
              </Fragment>
            );
          })}
          {window.below > 0 && <tr aria-hidden style={{ height: window.below }} />}
        </tbody>
      </table>
    </div>
  );
}
