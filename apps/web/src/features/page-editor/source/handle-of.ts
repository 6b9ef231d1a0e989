import type { EditorView } from '@codemirror/view';
import type { EditorHandle } from '../editor-handle.ts';

export function handleOf(view: EditorView): EditorHandle {
  return {
    selectedText() {
      const { from, to } = view.state.selection.main;
      return view.state.sliceDoc(from, to);
    },
    wholeText: () => view.state.doc.toString(),
    insert(text) {
      view.dispatch(view.state.replaceSelection(text), {
        userEvent: 'input.paste',
        scrollIntoView: true,
      });
    },
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
