import { useEffect, useState, type RefObject } from 'react';

/** Longer lists are virtualized: only rows near the viewport are rendered. */
const VIRTUALIZE_ABOVE = 200;
const OVERSCAN_ROWS = 20;
const INITIAL_ROWS = 60;

interface RowRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The range of a long list to render. On the server and until the list is measured, it is the range around `near`, so
 * that hydration finds the same rows.
 */
export function useVirtualRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  near: number,
): RowRange & { readonly rowHeight: number } {
  const [viewport, setViewport] = useState<{ top: number; height: number; row: number }>();
  const isLong = count > VIRTUALIZE_ABOVE;
  useEffect(() => {
    const element = list.current;
    if (!element || !isLong) return;
    const measure = () => {
      const row = element.querySelector<HTMLElement>('[role="treeitem"]');
      if (row)
        setViewport({
          top: element.scrollTop,
          height: element.clientHeight,
          row: row.offsetHeight + Number.parseFloat(getComputedStyle(row).marginBottom),
        });
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const resizeObserver = new ResizeObserver(measure);
    resizeObserver.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      resizeObserver.disconnect();
    };
  }, [list, isLong]);

  const rowHeight = viewport?.row ?? 31;
  if (!isLong) return { from: 0, to: count, rowHeight };
  const first = viewport ? Math.floor(viewport.top / viewport.row) : near - INITIAL_ROWS / 2;
  const visible = viewport ? Math.ceil(viewport.height / viewport.row) : INITIAL_ROWS;
  const from = Math.max(0, Math.min(first - OVERSCAN_ROWS, count - visible));
  return { from, to: Math.min(count, first + visible + OVERSCAN_ROWS), rowHeight };
}
