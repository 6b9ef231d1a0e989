import { useCallback, useState } from 'react';
import type { TreeRow } from '../../model/menu.ts';

interface OpenMenu {
  readonly key: string;
  /** Where a menu opens; a sheet has none. */
  readonly anchor?: { readonly left: number; readonly top: number; readonly above: number };
}

/** The menu of a row: beside the pointer, below a button or the row, or a sheet. */
export function useRowMenu() {
  const [open, setOpen] = useState<OpenMenu>();
  return {
    open,
    openAt(row: TreeRow, left: number, top: number) {
      setOpen({ key: row.key, anchor: { left, top, above: top } });
    },
    openBelow(row: TreeRow, element: Element) {
      const { left } = element.getBoundingClientRect();
      const { top, bottom } = (element.closest('[data-key]') ?? element).getBoundingClientRect();
      setOpen({ key: row.key, anchor: { left, top: bottom + 1, above: top - 1 } });
    },
    openSheet: (row: TreeRow) => setOpen({ key: row.key }),
    close: useCallback(() => setOpen(undefined), []),
  };
}
