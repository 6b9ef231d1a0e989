import { useMemo, useState } from 'react';
import type { Menu, TreeRow } from '../model/menu.ts';
import { findSelection, keysBetween } from './selection.ts';

interface SelectionState {
  readonly keys: ReadonlySet<string>;
  /** The row where a range starts. */
  readonly anchor: string | undefined;
  /** Started by touch: a tap selects a row, and selected rows have a grip. */
  readonly isTouch: boolean;
}

const NOTHING: SelectionState = { keys: new Set(), anchor: undefined, isTouch: false };

/** The selected rows of the tree, by key. */
export function useSelection(menu: Menu) {
  const [{ keys, anchor, isTouch }, setState] = useState(NOTHING);
  const found = useMemo(() => findSelection(menu, keys), [menu, keys]);

  return {
    keys,
    ...found,
    isTouch,
    clear: () => setState(NOTHING),
    toggle(key: string) {
      setState((now) => {
        const next = new Set(now.keys);
        if (!next.delete(key)) next.add(key);
        return next.size === 0 ? NOTHING : { ...now, keys: next, anchor: key };
      });
    },
    /** Selects the rows from the start of the range, otherwise from the focused row. */
    extendTo(key: string, rows: readonly TreeRow[], focused: string | undefined) {
      const from = anchor ?? focused;
      setState({ keys: new Set(keysBetween(rows, from, key)), anchor: from ?? key, isTouch });
    },
    startByTouch: (key: string) => setState({ keys: new Set([key]), anchor: key, isTouch: true }),
  };
}
