import { Prec, type Extension } from '@codemirror/state';
import { EditorView, keymap, ViewPlugin } from '@codemirror/view';
import { closeMenu, compositionEnd, insertSession, openMenu } from './insert-session.ts';
import type { InsertSession } from './insert-session.ts';

export type MenuKey = 'ArrowDown' | 'ArrowUp' | 'ArrowLeft' | 'ArrowRight' | 'Enter' | 'Tab';

/** A range that follows the changes of the text. */
interface TrackedRange {
  from: number;
  to: number;
}

/** Connects the triggers in the text with the menus, which are a lazy chunk. */
export interface InsertController {
  readonly extension: Extension;
  readonly session: () => InsertSession | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** Opens the insert menu below its button; a second press closes it. */
  readonly toggle: (button: HTMLElement) => void;
  readonly close: () => void;
  /** The menu handles the keys while it is open; returns whether it has used the key. */
  readonly handleKeys: (handler: (key: MenuKey) => boolean) => () => void;
  /** Follows a range while the user continues to write; `stop` ends it. */
  readonly track: (range: TrackedRange) => { readonly range: TrackedRange; stop: () => void };
}

const keys: readonly MenuKey[] = [
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Enter',
  'Tab',
];

export function createInsertController(): InsertController {
  let view: EditorView | undefined;
  let onKey: ((key: MenuKey) => boolean) | undefined;
  let cursorBefore = 0;
  const listeners = new Set<() => void>();
  const tracked = new Set<TrackedRange>();
  const session = () => view?.state.field(insertSession) ?? null;
  const close = () => {
    if (session()) view?.dispatch({ effects: closeMenu.of(null) });
  };

  const extension: Extension = [
    insertSession,
    Prec.highest(
      keymap.of([
        ...keys.map((key) => ({ key, run: () => session() !== null && (onKey?.(key) ?? false) })),
        {
          key: 'Escape',
          run: () => {
            const isOpen = session() !== null;
            close();
            return isOpen;
          },
        },
      ]),
    ),
    EditorView.domEventHandlers({
      compositionstart(_event, { state }) {
        cursorBefore = state.selection.main.from;
      },
      compositionend() {
        // CodeMirror reads the composed text after this event.
        setTimeout(() => view?.dispatch({ effects: compositionEnd.of(cursorBefore) }));
      },
      blur: () => {
        // The focus may return at once, for example when a menu entry is clicked, or go to a table cell in the text.
        setTimeout(() => {
          if (view && !view.contentDOM.contains(document.activeElement)) close();
        });
      },
    }),
    ViewPlugin.define((created) => {
      view = created;
      return {
        update({ docChanged, changes, startState, state }) {
          for (const range of docChanged ? tracked : []) {
            range.from = changes.mapPos(range.from, 1);
            range.to = changes.mapPos(range.to, -1);
          }
          if (startState.field(insertSession) !== state.field(insertSession))
            for (const listener of listeners) listener();
        },
        destroy() {
          if (view === created) view = undefined;
        },
      };
    }),
  ];

  return {
    extension,
    session,
    close,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toggle(button) {
      const isOpen = session()?.button === button;
      close();
      if (!view || isOpen) return;
      const { from } = view.state.selection.main;
      view.focus();
      view.dispatch({ effects: openMenu.of({ kind: 'slash', from, start: from, button }) });
    },
    handleKeys(handler) {
      onKey = handler;
      return () => {
        if (onKey === handler) onKey = undefined;
      };
    },
    track(range) {
      tracked.add(range);
      return { range, stop: () => tracked.delete(range) };
    },
  };
}
