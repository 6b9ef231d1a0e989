import type { EditorView } from '@codemirror/view';
import type { PageFields } from '../../shared/autosave/draft.ts';

/** The fields of a page during editing; the content is read from the attached CodeMirror view. */
export interface EditorModel {
  readonly read: () => PageFields;
  readonly change: (change: Partial<Omit<PageFields, 'content'>>) => void;
  readonly attach: (view: EditorView | null) => void;
}

export function createEditorModel(initialFields: PageFields): EditorModel {
  let fields = initialFields;
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
