import { ROW_HEIGHT, type Sheet } from '@octavo/sheet/workbook';
import { useMemo, useRef } from 'react';
import { useRowWindow } from '../hooks/use-row-window.ts';

const OVERSCAN_ROWS = 12;
const ROW_HEIGHT_LIMITS = { min: 10, max: 500 };

function rowHeight(sheet: Sheet, row: number): number {
  const height = sheet.rows.get(row)?.attributes['height'];
  if (typeof height !== 'number') return ROW_HEIGHT;
  return Math.min(Math.max(height, ROW_HEIGHT_LIMITS.min), ROW_HEIGHT_LIMITS.max);
}

/** Finds the row at an offset by binary search; `tops` also has the end of the last row. */
function findRow(tops: Float64Array, offset: number): number {
  let [low, high] = [0, tops.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle + 1] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The frozen and visible rows of a sheet and their positions. */
export function useSheetRows(sheet: Sheet, rows: readonly number[], frozen = 0) {
  const scroll = useRef<HTMLDivElement>(null);
  const tops = useMemo(() => {
    const sums = new Float64Array(rows.length + 1);
    for (const [at, row] of rows.entries()) sums[at + 1] = (sums[at] ?? 0) + rowHeight(sheet, row);
    return sums;
  }, [sheet, rows]);
  const window = useRowWindow(scroll, rows.length, {
    overscan: OVERSCAN_ROWS,
    initial: { top: 0, height: 1200, rowHeight: ROW_HEIGHT },
    rowAt: (offset) => findRow(tops, offset),
  });
  const first = Math.max(frozen, window.first);
  const last = Math.max(frozen, window.last);

  /** Scrolls a row into view, below the header. */
  const scrollToRow = (at: number) => {
    const element = scroll.current;
    if (!element) return;
    const head = ROW_HEIGHT;
    const [top = 0, bottom = 0] = [tops[at], tops[at + 1]];
    const { scrollTop, clientHeight } = element;
    const frozenHeight = tops[frozen] ?? 0;
    if (at < frozen) return;
    if (top < scrollTop + frozenHeight) element.scrollTo({ top: top - frozenHeight });
    else if (bottom + head > scrollTop + clientHeight)
      element.scrollTo({ top: bottom + head - clientHeight + 16 });
  };
  return {
    scroll,
    first,
    last,
    above: (tops[first] ?? 0) - (tops[frozen] ?? 0),
    below: (tops[rows.length] ?? 0) - (tops[last] ?? 0),
    /** The top offset of a row, below the header. */
    top: (at: number) => ROW_HEIGHT + (tops[at] ?? 0),
    height: (at: number) => (tops[at + 1] ?? 0) - (tops[at] ?? 0),
    scrollToRow,
  };
}
