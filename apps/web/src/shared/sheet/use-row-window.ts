import { ROW_HEIGHT, type Sheet } from '@octavo/sheet/workbook';
import { useEffect, useMemo, useRef, useState } from 'react';

/** Rows rendered beyond the visible ones, on each side. */
const OVERSCAN_ROWS = 12;
const ROW_HEIGHT_LIMITS = { min: 10, max: 500 };

function rowHeight(sheet: Sheet, row: number): number {
  const height = sheet.rows.get(row)?.attributes['height'];
  if (typeof height !== 'number') return ROW_HEIGHT;
  return Math.min(Math.max(height, ROW_HEIGHT_LIMITS.min), ROW_HEIGHT_LIMITS.max);
}

/** Row virtualization: only frozen and visible rows are in the document; empty space replaces the others. */
export function useRowWindow(sheet: Sheet, rows: readonly number[], frozen = 0) {
  const scroll = useRef<HTMLDivElement>(null);
  const tops = useMemo(() => {
    const sums = new Float64Array(rows.length + 1);
    for (const [at, row] of rows.entries()) sums[at + 1] = (sums[at] ?? 0) + rowHeight(sheet, row);
    return sums;
  }, [sheet, rows]);
  const [viewport, setViewport] = useState({ top: 0, height: 1200 });

  const updateViewport = () => {
    const { scrollTop = 0, clientHeight = 0 } = scroll.current ?? {};
    setViewport((last) =>
      last.top === scrollTop && last.height === clientHeight
        ? last
        : { top: scrollTop, height: clientHeight },
    );
  };
  useEffect(() => {
    const element = scroll.current;
    if (!element) return;
    // The observer also reports the initial size.
    const observer = new ResizeObserver(() =>
      setViewport({ top: element.scrollTop, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const indexAt = (offset: number) => {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tops[middle + 1] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const first = Math.max(frozen, indexAt(viewport.top) - OVERSCAN_ROWS);
  const last = Math.min(
    rows.length,
    Math.max(frozen, indexAt(viewport.top + viewport.height) + 1 + OVERSCAN_ROWS),
  );

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
    onScroll: updateViewport,
    scrollToRow,
  };
}
