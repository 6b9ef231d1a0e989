import { syntaxTree } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import type { EditorState, Extension } from '@codemirror/state';
import { surroundWithBlankLines } from '../blank-lines.ts';
import { clipboardToMarkdown } from './clipboard-to-markdown.ts';

/** Inside code, pasted text is inserted verbatim. */
function isInCode(state: EditorState): boolean {
  let node: { name: string; parent: unknown } | null = syntaxTree(state).resolveInner(
    state.selection.main.head,
    -1,
  );
  for (; node; node = node.parent as typeof node)
    if (/^(FencedCode|CodeBlock|CodeText|InlineCode)$/.test(node.name)) return true;
  return false;
}

/** Pastes documents and cells of other programs as Markdown; with Shift pressed, as plain text. */
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
      if (!data || isShift || view.state.readOnly || isInCode(view.state)) return false;
      const clipboard = { html: data.getData('text/html'), plain: data.getData('text/plain') };
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
