import { useEffect, useState } from 'react';

/** Under the operation bar, with a little air: a heading above this line is being read. */
const LINE = 120;
const SCROLLED = 300;

interface Spy {
  readonly current: string | undefined;
  readonly hasScrolled: boolean;
}

/** Which heading one is reading below, and whether one has left the top. */
export function useScrollSpy(entries: readonly { readonly id: string }[]): Spy {
  const [spy, setSpy] = useState<Spy>({ current: entries[0]?.id, hasScrolled: false });
  useEffect(() => {
    const headings = entries.flatMap(({ id }) => document.getElementById(id) ?? []);
    let frame = 0;
    const look = () => {
      frame = 0;
      const current = headings[lastAbove(headings)]?.id ?? headings[0]?.id;
      const hasScrolled = window.scrollY > SCROLLED;
      setSpy((before) =>
        before.current === current && before.hasScrolled === hasScrolled
          ? before
          : { current, hasScrolled },
      );
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onScroll);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onScroll);
    };
  }, [entries]);
  return spy;
}

/** Headings stand in order, so a few looks find the last one above the line; -1 when there is none. */
function lastAbove(headings: readonly HTMLElement[]): number {
  const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  if (atEnd && window.scrollY > 0) return headings.length - 1;
  let [low, high] = [0, headings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const top = headings[middle]?.getBoundingClientRect().top ?? 0;
    if (top <= LINE) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
