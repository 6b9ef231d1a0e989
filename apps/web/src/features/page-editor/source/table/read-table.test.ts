import { markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { toHtml } from '@octavo/markdown/to-html';
import { describe, expect, it } from 'vitest';
import { placeAt, readTable, readTableCursor } from './read-table.ts';

/** The state with the cursor at `^`. */
function stateOf(marked: string) {
  const anchor = Math.max(marked.indexOf('^'), 0);
  const doc = marked.replace('^', '');
  return EditorState.create({ doc, selection: { anchor }, extensions: [markdownLanguage] });
}

function tableAt(marked: string) {
  const state = stateOf(marked);
  return readTable(state, state.selection.main.head);
}

const textsOf = (marked: string) =>
  tableAt(marked)?.rows.map(({ cells }) => cells.map(({ text }) => text));

/** The rows of the first table as the preview shows them. */
function rendered(markdown: string): string[][] {
  const { html } = toHtml(markdown);
  const [table = ''] = /<table[\s\S]*?<\/table>/.exec(html) ?? [];
  return [...table.matchAll(/<tr[\s\S]*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) => cell),
  );
}

const BODY = '| a | b |\n| --- | --- |\n| 1 | 2 |';

describe('a table is read as the preview shows it', () => {
  it.each([
    ['with bars', BODY],
    ['without outer bars', 'a | b\n--- | ---\n1 | 2\n3 | 4'],
    ['with escaped bars', 'a\\|x | b\n-|-\n1 | 2\\|\\|y'],
    ['with a bar in code', '| `a|b` | c |\n|-|-|-|\n| `1\\|2` | 3 |'],
    ['with two backslashes', '| a\\\\|b | c |\n|-|-|\n| 1 | 2 |'],
    ['with ragged rows', '| a | b |\n|-|-|\n| 1 |\n| 1 | 2 | 3 |\n|\n||\nword'],
    ['in Chinese', '｜ 表 | 名称 |\n|:-:|---|\n| 值｜ | 说明 |'],
    ['below a paragraph', 'text\n| a | b |\n|-|-|\n| 1 | 2 |'],
    ['above a heading', `${BODY}\n## next`],
    ['above a list', `${BODY}\n- next | x`],
    ['above a rule', `${BODY}\n---`],
    ['above HTML', `${BODY}\n<div>x | y</div>`],
    ['above a quotation', `${BODY}\n> x | y`],
    ['above code', `${BODY}\n\`\`\`\nx | y\n\`\`\``],
    ['behind the mark of a list', '- a | b |\n  | - | - |\n  | 1 | 2 |'],
    ['in a list', '- text\n  | a | b |\n  | - | - |\n  | 1 | 2 |\n- | next |'],
    ['in a numbered item, below its text', '1. text\n\n   a | b\n   -|-\n   1 | 2\nout | x'],
    ['in a quotation', '> | a | b |\n> | - | - |\n> | 1 | 2 |\n\n| x | y |'],
    ['with a row that looks like a delimiter row', 'a | b\n-|-\n-:|:-\n1 | 2'],
    ['with fewer delimiters', '| a | b |\n| --- |\n| 1 | 2 |'],
    ['with one column', '| a |\n|---|\n| 1 |'],
    ['with spaces at the ends', '  | a | b |  \n  |-|-|\t\n   | 1 | 2 |   '],
  ])('%s', (_, markdown) => {
    const cursor = markdown.search(/.*\n[ >]*[|:\- ]*-/);
    const table = tableAt(`${markdown.slice(0, cursor)}^${markdown.slice(cursor)}`);
    const read = table?.rows.map(({ cells }) =>
      Array.from({ length: table.columns }, (__, at) => cells[at]?.text ?? ''),
    );
    const visible = (cells: string[][] | undefined) =>
      cells?.map((row) =>
        row.map((cell) => cell.replaceAll(/<[^>]*>|`|\\(?=\|)/g, '').replaceAll('\\', '')),
      );
    expect(read).toBeDefined();
    expect(visible(read)).toEqual(visible(rendered(markdown)));
  });

  it.each([
    ['without a delimiter row', '| a^ | b |'],
    ['with another delimiter row', '| a^ | b |\n| x | --- |'],
    ['in a code block', '```\n| a^ | b |\n|-|-|\n```'],
    ['in indented code', 'x\n\n    | a^ | b |\n    |-|-|'],
    ['in text', 'x^'],
    ['behind a table', `${BODY}\n\nx | y^`],
    ['behind a list that ends the table', `${BODY}\n- x\n  | y^ |`],
    ['with a delimiter row outside of the quotation', '> a^ | b\n-|-'],
  ])('but nothing is read %s', (_, markdown) => {
    expect(tableAt(markdown)).toBeUndefined();
  });
});

describe('places', () => {
  const place = (marked: string) => {
    const state = stateOf(marked);
    const { head } = state.selection.main;
    const table = readTable(state, head);
    const found = table && placeAt(table, head);
    const cursor = readTableCursor(state);
    expect(cursor && { row: cursor.row, column: cursor.column }).toEqual(found);
    return found && [found.row, found.column];
  };

  it.each([
    ['^| a | b |\n|-|-|\n| 1 | 2 |', 0, 0],
    ['| a ^| b |\n|-|-|\n| 1 | 2 |', 0, 0],
    ['| a |^ b |\n|-|-|\n| 1 | 2 |', 0, 1],
    ['| a | b |^\n|-|-|\n| 1 | 2 |', 0, 1],
    ['| a | b |\n|-|^-|\n| 1 | 2 |', 0, 1],
    ['| a | b |\n|-|-|\n|^ 1 | 2 |', 1, 0],
    ['| a | b |\n|-|-|\n| 1 | 2 |^', 1, 1],
    ['| a | b |\n|-|-|\n| 1 | 2 | 3^ |', 1, 1],
    ['| a | b |\n|-|-|\n| 1 |^', 1, 0],
    ['a | b\n-|-\n1 | 2\n3 | ^4', 2, 1],
  ])('%j', (marked, row, column) => {
    expect(place(marked)).toEqual([row, column]);
  });
});

it('gives the place of the text in an empty cell', () => {
  const table = tableAt('^||  | |\n|-|-|-|');
  expect(table?.rows[0]?.cells.map(({ from, textFrom }) => textFrom - from)).toEqual([0, 1, 1]);
  expect(textsOf('^||  | |\n|-|-|-|')).toEqual([['', '', '']]);
});
