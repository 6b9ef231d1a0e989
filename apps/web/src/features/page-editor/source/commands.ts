import {
  EditorSelection,
  type ChangeSpec,
  type EditorState,
  type StateCommand,
} from '@codemirror/state';

/** The commands of the toolbar and its shortcuts. Each can be undone; the formatting commands toggle. */

/** `**bold**`, `*italic*`, `~~struck~~`, `` `code` ``. */
function toggleWrap(mark: string): StateCommand {
  return ({ state, dispatch }) => {
    const size = mark.length;
    const change = state.changeByRange((range) => {
      const { from, to } = range;
      const isWrapped =
        state.sliceDoc(from - size, from) === mark && state.sliceDoc(to, to + size) === mark;
      if (isWrapped)
        return {
          changes: [
            { from: from - size, to: from },
            { from: to, to: to + size },
          ],
          range: EditorSelection.range(from - size, to - size),
        };
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(from + size, to + size),
      };
    });
    dispatch(state.update(change, { userEvent: 'input', scrollIntoView: true }));
    return true;
  };
}

/** Adds a prefix to every selected line, or removes it when every line has it. */
function toggleLinePrefix(prefix: (index: number) => string, pattern: RegExp): StateCommand {
  return ({ state, dispatch }) => {
    const { from, to } = state.selection.main;
    const first = state.doc.lineAt(from).number;
    const last = state.doc.lineAt(to).number;
    const lines = Array.from({ length: last - first + 1 }, (_, at) => state.doc.line(first + at));
    const isPrefixed = lines.every(({ text }) => pattern.test(text));
    const changes: ChangeSpec[] = lines.map((line, index) => {
      const prefixLength = pattern.exec(line.text)?.[0].length ?? 0;
      return {
        from: line.from,
        to: line.from + prefixLength,
        insert: isPrefixed ? '' : prefix(index),
      };
    });
    dispatch(state.update({ changes, userEvent: 'input', scrollIntoView: true }));
    return true;
  };
}

const MAX_HEADING_LEVEL = 4;

/** Cycles through no heading, `##`, `###` and `####`; `#` is reserved for the page title. */
export const cycleHeading: StateCommand = ({ state, dispatch }) => {
  const line = state.doc.lineAt(state.selection.main.head);
  const marks = /^(#{1,6}) +/.exec(line.text);
  const level = marks?.[1]?.length ?? 1;
  const insert = level >= MAX_HEADING_LEVEL ? '' : `${'#'.repeat(level + 1)} `;
  const changes = { from: line.from, to: line.from + (marks?.[0].length ?? 0), insert };
  dispatch(state.update({ changes, userEvent: 'input', scrollIntoView: true }));
  return true;
};

/** What separates a block from the text before it; a rule below a line of text would make it a heading. */
function blankLineBefore({ doc }: EditorState, at: number): string {
  const line = doc.lineAt(at);
  if (line.from < at) return '\n\n';
  return line.number > 1 && doc.line(line.number - 1).text.trim() !== '' ? '\n' : '';
}

/** Inserts a block on separate lines; the selected text replaces `|||` and stays selected. */
export function insertBlock(block: string): StateCommand {
  return ({ state, dispatch }) => {
    const { from, to } = state.selection.main;
    const [before = '', after = ''] = block.split('|||');
    const start = blankLineBefore(state, from);
    const end = state.doc.lineAt(to).to === to ? '\n' : '\n\n';
    const selected = state.sliceDoc(from, to);
    const anchor = from + start.length + before.length;
    dispatch(
      state.update({
        changes: { from, to, insert: start + before + selected + after + end },
        selection: { anchor, head: anchor + selected.length },
        userEvent: 'input',
        scrollIntoView: true,
      }),
    );
    return true;
  };
}

/** Inserts `[text](address)` and selects the missing part. */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main;
  const selected = state.sliceDoc(from, to);
  const isUrl = /^(https?:\/\/|\/)\S+$/.test(selected);
  const insert = isUrl ? `[](${selected})` : `[${selected}](https://)`;
  const anchor = isUrl || selected === '' ? from + 1 : from + selected.length + 3;
  const head = isUrl || selected === '' ? anchor : anchor + 'https://'.length;
  dispatch(
    state.update({
      changes: { from, to, insert },
      selection: { anchor, head },
      userEvent: 'input',
      scrollIntoView: true,
    }),
  );
  return true;
};

export const bold = toggleWrap('**');
export const italic = toggleWrap('*');
export const strikethrough = toggleWrap('~~');
export const inlineCode = toggleWrap('`');
export const quote = toggleLinePrefix(() => '> ', /^> ?/);
export const bulletList = toggleLinePrefix(() => '- ', /^[-*+] (?!\[[ x]\] )/);
export const numberedList = toggleLinePrefix((index) => `${index + 1}. `, /^\d+\. /);
export const taskList = toggleLinePrefix(() => '- [ ] ', /^[-*+] \[[ x]\] /);
export const codeBlock = insertBlock('```\n|||\n```');
export const horizontalRule = insertBlock('---\n|||');
export const newTable = insertBlock('| ||| |  |  |\n| --- | --- | --- |\n|  |  |  |');
