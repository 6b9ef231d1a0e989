import type { EditorView } from '@codemirror/view';
import { surroundWithBlankLines } from '../tools/blank-lines.ts';

/** The operations that editor tools may perform on the text. */
export interface EditorHandle {
  selectedText(): string;
  wholeText(): string;
  /** Replaces the selection; can be undone. */
  insert(text: string): void;
  /** Inserts the text after the selection without replacing it; can be undone. */
  add(text: string): void;
  /** Inserts a template after the selection, with the cursor at its start; can be undone. */
  addTemplate(text: string): void;
  /** Replaces the whole text; can be undone. */
  replaceAll(text: string): void;
  focus(): void;
}

export function createEditorHandle(view: EditorView): EditorHandle {
  function add(text: string, cursor: 'start' | 'end'): void {
    const { to } = view.state.selection.main;
    const insert = surroundWithBlankLines(text, view.state, to, to);
    const at = cursor === 'end' ? insert.length : insert.indexOf(text);
    view.dispatch({
      changes: { from: to, insert },
      selection: { anchor: to + at },
      userEvent: 'input.paste',
      scrollIntoView: true,
    });
  }
  return {
    selectedText() {
      const { from, to } = view.state.selection.main;
      return view.state.sliceDoc(from, to);
    },
    wholeText: () => view.state.doc.toString(),
    insert(text) {
      const { from, to } = view.state.selection.main;
      view.dispatch(
        view.state.replaceSelection(surroundWithBlankLines(text, view.state, from, to)),
        {
          userEvent: 'input.paste',
          scrollIntoView: true,
        },
      );
    },
    add: (text) => add(text, 'end'),
    addTemplate: (text) => add(text, 'start'),
    replaceAll(text) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: 0 },
        userEvent: 'input.paste',
      });
    },
    focus: () => view.focus(),
  };
}
