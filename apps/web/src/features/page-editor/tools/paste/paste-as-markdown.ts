import { EditorView } from '@codemirror/view';
import type { Extension } from '@codemirror/state';
import { isInCode } from '../../source/syntax.ts';
import { surroundWithBlankLines } from '../blank-lines.ts';
import { clipboardToMarkdown } from './clipboard-to-markdown.ts';
import { linkSelection } from './link-selection.ts';
import { pasteAsCode } from './paste-as-code.ts';
import { pasteIntoTable } from './paste-into-table.ts';

/** Pastes documents, cells and code of other programs as Markdown; with Shift pressed, as plain text. */
export function pasteAsMarkdown(): Extension {
  let isShift = false;
  return EditorView.domEventHandlers({
    keydown(event) {
      isShift = event.shiftKey;
      return false;
    },
    keyup(event) {
      isShift = event.shiftKey;
      return false;
    },
    paste(event, view) {
      const data = event.clipboardData;
      const { main } = view.state.selection;
      if (!data || isShift || view.state.readOnly) return false;
      const clipboard = { html: data.getData('text/html'), plain: data.getData('text/plain') };
      const paste =
        linkSelection(view.state, clipboard.plain.trim()) ?? pasteIntoTable(view.state, clipboard);
      if (paste) {
        event.preventDefault();
        view.dispatch(paste);
        return true;
      }
      const code = pasteAsCode(view.state, {
        plain: clipboard.plain,
        editorData: data.getData('vscode-editor-data'),
      });
      if (code) {
        event.preventDefault();
        for (const step of code) view.dispatch(step);
        return true;
      }
      if (isInCode(view.state, main.head)) return false;
      const text = clipboardToMarkdown(clipboard);
      if (text === undefined) return false;
      event.preventDefault();
      const { from, to } = view.state.selection.main;
      const insert = view.state.replaceSelection(
        surroundWithBlankLines(text, view.state, from, to),
      );
      view.dispatch(insert, { userEvent: 'input.paste', scrollIntoView: true });
      return true;
    },
  });
}
