import { ROW_HEIGHT, type Sheet } from '@octavo/sheet/workbook';
import { useEffect, useMemo, useRef, useState } from 'react';

/** Rows rendered beyond the visible ones, on each side. */
const BEYOND = 12;
const HEIGHTS = { least: 10, most: 500 };

function heightOf(sheet: Sheet, row: number): number {
  const height = sheet.rows.get(row)?.attributes['height'];
  if (typeof height !== 'number') return ROW_HEIGHT;
  return Math.min(Math.max(height, HEIGHTS.least), HEIGHTS.most);
}

/** Row virtualization: only frozen and visible rows are in the document; empty space replaces the others. */
export function useRowWindow(sheet: Sheet, rows: readonly number[], frozen = 0) {
  const scroll = useRef<HTMLDivElement>(null);
  const tops = useMemo(() => {
    const sums = new Float64Array(rows.length + 1);
    for (const [at, row] of rows.entries()) sums[at + 1] = (sums[at] ?? 0) + heightOf(sheet, row);
    return sums;
  }, [sheet, rows]);
  const [seen, setSeen] = useState({ top: 0, height: 1200 });

  const look = () => {
    const { scrollTop = 0, clientHeight = 0 } = scroll.current ?? {};
    setSeen((last) =>
      last.top === scrollTop && last.height === clientHeight
        ? last
        : { top: scrollTop, height: clientHeight },
    );
  };
  useEffect(() => {
    const element = scroll.current;
    if (!element) return;
    // The observer also reports the initial size.
    const watcher = new ResizeObserver(() =>
      setSeen({ top: element.scrollTop, height: element.clientHeight }),
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);

  const indexAt = (wanted: number) => {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tops[middle + 1] ?? 0) <= wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const first = Math.max(frozen, indexAt(seen.top) - BEYOND);
  const last = Math.min(
    rows.length,
    Math.max(frozen, indexAt(seen.top + seen.height) + 1 + BEYOND),
  );

  /** Scrolls a row into view, below the header. */
  const show = (at: number) => {
    const element = scroll.current;
    if (!element) return;
    const head = ROW_HEIGHT;
    const [top = 0, bottom = 0] = [tops[at], tops[at + 1]];
    const { scrollTop, clientHeight } = element;
    const still = tops[frozen] ?? 0;
    if (at < frozen) return;
    if (top < scrollTop + still) element.scrollTo({ top: top - still });
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
    onScroll: look,
    show,
  };
}
