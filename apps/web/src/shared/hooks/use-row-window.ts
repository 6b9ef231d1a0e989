import { useEffect, useState, type RefObject } from 'react';

interface RowWindowOptions {
  /** Rows rendered beyond the visible ones, on each side; `Infinity` renders all rows. */
  readonly overscan: number;
  /** Used on the server and until the list is measured, so that hydration finds the same rows. */
  readonly initial: { readonly top: number; readonly height: number; readonly rowHeight: number };
  /** Measures the height of a row, if all rows have the same. */
  readonly measureRow?: (list: HTMLElement) => number;
  /** The row at an offset from the first one. */
  readonly rowAt: (offset: number, rowHeight: number) => number;
}

/** Row virtualization: the range of rows near the viewport. Empty space replaces the others. */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  options: RowWindowOptions,
) {
  const { overscan, initial, measureRow, rowAt } = options;
  const [top, setTop] = useState(initial.top);
  const [height, setHeight] = useState(initial.height);
  const [rowHeight, setRowHeight] = useState(initial.rowHeight);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      if (measureRow) setRowHeight(measureRow(element));
      if (overscan === Infinity) return;
      setTop(element.scrollTop);
      setHeight(element.clientHeight);
    };
    element.addEventListener('scroll', measure);
    // The observer also reports the initial size.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [list, overscan, measureRow]);

  // The list can be shorter than its last scroll position.
  const first = Math.min(count, rowAt(top, rowHeight)) - overscan;
  const last = rowAt(top + height, rowHeight) + 1 + overscan;
  return { first: Math.max(0, first), last: Math.min(count, last), rowHeight };
}
