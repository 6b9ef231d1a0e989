import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

interface FormerTree {
  /** Undefined if no tree was shown. */
  readonly top: number | undefined;
  readonly focusedKey: string | undefined;
}

/** Reads the tree that is still in the document while the tree that replaces it is rendered for the first time. */
function readFormerTree(): FormerTree {
  const focused = document.activeElement?.closest('[role="tree"] [data-key]');
  return {
    top: document.querySelector('[role="tree"]')?.scrollTop,
    focusedKey: focused?.getAttribute('data-key') ?? undefined,
  };
}

export function useFormerTree(): FormerTree {
  const [former] = useState(readFormerTree);
  return former;
}

/** Takes over the scroll position and the focus of the former tree. Call it after `useTreeList`, which also scrolls. */
export function useTakeOver(
  list: RefObject<HTMLElement | null>,
  { top, focusedKey }: FormerTree,
): void {
  useLayoutEffect(() => {
    if (top !== undefined) list.current?.scrollTo({ top });
    if (focusedKey !== undefined)
      list.current
        ?.querySelector<HTMLElement>(`[data-key="${focusedKey}"]`)
        ?.focus({ preventScroll: true });
  }, [list, top, focusedKey]);
  useEffect(() => {
    if (top !== undefined) list.current?.scrollTo({ top });
  }, [list, top]);
}
