import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

/** The reference for the typing benchmark: CodeMirror with Markdown and undo, without code of Octavo. */
const text = await (await fetch('/text')).text();
const view = new EditorView({
  state: EditorState.create({
    doc: text,
    extensions: [
      history(),
      markdown(),
      EditorView.lineWrapping,
      keymap.of([...defaultKeymap, ...historyKeymap]),
    ],
  }),
});
document.querySelector('#editor')?.append(view.dom);
