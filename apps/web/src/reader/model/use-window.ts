import { useEffect, useState, type RefObject } from 'react';

/** Longer lists are virtualized: only rows near the viewport are rendered. */
const MOST_ROWS = 200;
const SPARE = 20;
const FIRST_VIEW = 60;

interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * The range of a long list to render. On the server and until the list is measured, it is the range around `near`, so
 * that hydration finds the same rows.
 */
export function useWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  near: number,
): Window & { readonly rowHeight: number } {
  const [seen, setSeen] = useState<{ top: number; height: number; row: number }>();
  const isLong = count > MOST_ROWS;
  useEffect(() => {
    const element = list.current;
    if (!element || !isLong) return;
    const look = () => {
      const row = element.querySelector<HTMLElement>('[role="treeitem"]');
      if (row)
        setSeen({
          top: element.scrollTop,
          height: element.clientHeight,
          row: row.offsetHeight + Number.parseFloat(getComputedStyle(row).marginBottom),
        });
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, [list, isLong]);

  const rowHeight = seen?.row ?? 31;
  if (!isLong) return { from: 0, to: count, rowHeight };
  const first = seen ? Math.floor(seen.top / seen.row) : near - FIRST_VIEW / 2;
  const visible = seen ? Math.ceil(seen.height / seen.row) : FIRST_VIEW;
  const from = Math.max(0, Math.min(first - SPARE, count - visible));
  return { from, to: Math.min(count, first + visible + SPARE), rowHeight };
}
