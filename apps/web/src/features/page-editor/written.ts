import type { EditorView } from '@codemirror/view';
import type { Fields } from '../../shared/keep/kept-text.ts';

/** The fields of a page while they are written; the content is the source editor's own. */
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
      // A closed editor leaves its text behind.
      fields = { ...fields, content: content() };
      source = view;
    },
  };
}
