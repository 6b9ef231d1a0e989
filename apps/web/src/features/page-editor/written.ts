import type { EditorView } from '@codemirror/view';
import type { Fields } from '../../shared/keep/kept-text.ts';

/** The fields of a page during editing; the content is read from the attached CodeMirror view. */
export interface Written {
  readonly read: () => Fields;
  readonly change: (change: Partial<Omit<Fields, 'content'>>) => void;
  readonly attach: (view: EditorView | null) => void;
}

export function createWritten(first: Fields): Written {
  let fields = first;
  let source: EditorView | null = null;
  const content = () => source?.state.doc.toString() ?? fields.content;
  return {
    read: () => ({ ...fields, content: content() }),
    change(change) {
      fields = { ...fields, ...change };
    },
    attach(view) {
      // Copy the text of the previous view before it is destroyed.
      fields = { ...fields, content: content() };
      source = view;
    },
  };
}
