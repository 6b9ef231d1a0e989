import type { Extension } from '@codemirror/state';
import { keymap, ViewPlugin, type EditorView } from '@codemirror/view';
import { readTableCursor, type TableCursor } from '../source/table/read-table.ts';

export interface OpenTableMenu {
  readonly kind: 'row' | 'column' | 'table';
  readonly anchor: { readonly getBoundingClientRect: () => DOMRect };
}

/** Connects the table at the cursor with its handles and menus, which are a lazy chunk. */
export interface TableController {
  readonly extension: Extension;
  /** Null outside of a table and until the editor gets the focus. */
  readonly cursor: () => TableCursor | null;
  readonly menu: () => OpenTableMenu | null;
  readonly setMenu: (menu: OpenTableMenu | null) => void;
  /** Listeners also run when the text is laid out again. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createTableController(): TableController {
  let cursor: TableCursor | null = null;
  let menu: OpenTableMenu | null = null;
  let isUsed = false;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const setMenu = (next: OpenTableMenu | null) => {
    menu = next;
    notify();
  };
  const plugin = ViewPlugin.define(() => ({
    update({ view, state, docChanged, selectionSet, focusChanged, geometryChanged, transactions }) {
      // In Live the focus may be in a cell of the drawn table.
      isUsed ||= view.hasFocus || transactions.some((change) => change.isUserEvent('select'));
      const before = cursor;
      if (docChanged || selectionSet || focusChanged)
        cursor = (isUsed && !state.readOnly && readTableCursor(state)) || null;
      if (before || cursor) if (before !== cursor || geometryChanged) notify();
    },
    destroy() {
      cursor = null;
    },
  }));
  return {
    extension: [plugin, keymap.of([{ key: 'Shift-F10', run: openAtCursor }])],
    cursor: () => cursor,
    menu: () => menu,
    setMenu,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  function openAtCursor(view: EditorView): boolean {
    if (!cursor) return false;
    const getBoundingClientRect = () => {
      const place = view.coordsAtPos(view.state.selection.main.head);
      const { left = 0, top = 0, bottom = 0 } = place ?? {};
      return new DOMRect(left, top, 0, bottom - top);
    };
    setMenu({ kind: 'table', anchor: { getBoundingClientRect } });
    return true;
  }
}
