import type { StateCommand } from '@codemirror/state';
import { insertBlock } from '../../source/commands.ts';
import { surroundWithBlankLines } from '../../tools/blank-lines.ts';

/** Marks at the start of a line: of a heading, a quotation, a list or a task. */
const LINE_MARK = /^(\s*)(?:#{1,6} +|> ?|[-*+] (?:\[[ xX]\] )?|\d+[.)] )?/;

/** Gives the line of the cursor a mark instead of the one it has. */
export function setLineMark(mark: string): StateCommand {
  return ({ state, dispatch }) => {
    const line = state.doc.lineAt(state.selection.main.head);
    const [old = '', indent = ''] = LINE_MARK.exec(line.text) ?? [];
    const changes = state.changes({
      from: line.from + indent.length,
      to: line.from + old.length,
      insert: mark,
    });
    // A cursor at the start of the line moves behind the mark.
    dispatch(state.update({ changes, selection: state.selection.map(changes, 1) }));
    return true;
  };
}

/** Inserts a block with a sample that typing replaces; a selection is used instead of the sample. */
function insertSample(before: string, sample: string, after: string): StateCommand {
  return ({ state, dispatch }) => {
    const isEmpty = state.selection.main.empty;
    const insert = insertBlock(`${before}${isEmpty ? sample : ''}|||${after}`);
    return insert({
      state,
      dispatch(transaction) {
        const { head } = transaction.newSelection.main;
        const selection = isEmpty
          ? { anchor: head - sample.length, head }
          : transaction.newSelection;
        dispatch(state.update({ changes: transaction.changes, selection }));
      },
    });
  };
}

/** Inserts a text of several blocks on its own lines. The cursor stays at its start: writers fill it in from the top. */
export function insertText(text: string): StateCommand {
  return ({ state, dispatch }) => {
    const { from, to } = state.selection.main;
    const insert = surroundWithBlankLines(text, state, from, to);
    const anchor = from + insert.indexOf(text);
    dispatch(state.update({ changes: { from, to, insert }, selection: { anchor } }));
    return true;
  };
}

export const callout = insertBlock('> [!NOTE]\n> |||');
export const details = insertBlock('<details>\n<summary>|||</summary>\n\n\n\n</details>');
export const tableOfContents = insertBlock('[TOC]\n|||');
export const codeTabs = insertBlock('```json 200\n|||\n```\n\n```json 400\n\n```');
export const mermaid = insertSample('```mermaid\n', 'graph LR\n  A --> B', '\n```');
export const sequenceDiagram = insertSample(
  '```mermaid\n',
  'sequenceDiagram\n  Client->>Server: Request\n  Server-->>Client: Response',
  '\n```',
);
export const erDiagram = insertSample(
  '```mermaid\n',
  'erDiagram\n  CUSTOMER ||--o{ ORDER : places\n  ORDER {\n    bigint id PK\n    bigint customer_id FK\n  }',
  '\n```',
);
export const formula = insertSample('$$\n', 'E = mc^2', '\n$$');
