import { useEffect, useState } from 'react';

/** Below the operation bar: the last heading above this line is the current one. */
const READING_LINE_PX = 120;
const SCROLLED_PX = 300;

interface ScrollState {
  readonly current: string | undefined;
  readonly hasScrolled: boolean;
}

/** The current heading, and whether the page is scrolled. */
export function useScrollSpy(entries: readonly { readonly id: string }[]): ScrollState {
  const [scrollState, setScrollState] = useState<ScrollState>({
    current: entries[0]?.id,
    hasScrolled: false,
  });
  useEffect(() => {
    const headings = entries.flatMap(({ id }) => document.getElementById(id) ?? []);
    let frame = 0;
    const update = () => {
      frame = 0;
      const current = headings[findLastAbove(headings)]?.id ?? headings[0]?.id;
      const hasScrolled = window.scrollY > SCROLLED_PX;
      setScrollState((before) =>
        before.current === current && before.hasScrolled === hasScrolled
          ? before
          : { current, hasScrolled },
      );
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onScroll);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onScroll);
    };
  }, [entries]);
  return scrollState;
}

/** Binary search for the last heading above the line; -1 if there is none. */
function findLastAbove(headings: readonly HTMLElement[]): number {
  const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  if (atEnd && window.scrollY > 0) return headings.length - 1;
  let [low, high] = [0, headings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const top = headings[middle]?.getBoundingClientRect().top ?? 0;
    if (top <= READING_LINE_PX) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
