import { history, undo } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { pasteIntoTable } from './paste-into-table.ts';

/** Pastes with the cursor at `^`; undefined for a normal paste. */
function paste(marked: string, clipboard: { html?: string; plain?: string }) {
  const anchor = marked.indexOf('^');
  const state = EditorState.create({ doc: marked.replace('^', ''), selection: { anchor } });
  const spec = pasteIntoTable(state, { html: '', plain: '', ...clipboard });
  if (!spec) return undefined;
  const next = state.update(spec).state;
  const { head } = next.selection.main;
  return `${next.sliceDoc(0, head)}^${next.sliceDoc(head)}`;
}

const TABLE = '| a | b |\n|---|---|\n| 1^ | 2 |\n| 3 | 4 |';

/** Cells of these programs, with shortened styles. */
const EXCEL = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--td {}--></style></head>
<body><table border=0><!--StartFragment--><col width=64><tr><td class=xl65>x|y</td><td>two<br>lines</td></tr>
<tr><td>z</td><td></td></tr><!--EndFragment--></table></body></html>`;
const SHEETS = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px;}--></style>
<table data-sheets-root="1"><tbody><tr><td>x</td><td>y</td></tr></tbody></table>`;
const CALC = `<!DOCTYPE html><html><head><title></title><style type="text/css">td{}</style></head>
<body><table cellspacing="0"><colgroup width="85"></colgroup><tr><td>x</td></tr><tr><td>y</td></tr></table></body></html>`;

describe('cells pasted into a table', () => {
  it('replace cells to the right and below', () => {
    expect(paste(TABLE, { html: EXCEL, plain: 'x|y\t"two\nlines"\r\nz\t\r\n' })).toBe(
      '| a | b |\n|---|---|\n| x\\|y^ | two<br>lines |\n| z |  |',
    );
  });

  it('add rows and columns', () => {
    expect(paste(TABLE.replace('^', '').replace('4', '4^'), { html: SHEETS })).toBe(
      '| a | b |  |\n|---|---| --- |\n| 1 | 2 |\n| 3 | x^ | y |',
    );
    expect(paste(TABLE.replace('^', '').replace('4', '4^'), { html: CALC })).toBe(
      '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | x^ |\n|  | y |',
    );
  });

  it('are also read from text with tabs', () => {
    expect(paste(TABLE, { plain: 'x|y\t"two\nlines"\r\n' })).toBe(
      '| a | b |\n|---|---|\n| x\\|y^ | two<br>lines |\n| 3 | 4 |',
    );
  });

  it('keep an empty row between them', () => {
    const html = '<table><tr><td>x</td></tr><tr><td></td></tr><tr><td>z</td></tr></table>';
    expect(paste('| a^ |\n|-|\n| 1 |', { html })).toBe('| x^ |\n|-|\n|  |\n| z |');
  });

  it('are undone in one step', () => {
    const doc = TABLE.replace('^', '');
    let state = EditorState.create({
      doc,
      selection: { anchor: TABLE.indexOf('^') },
      extensions: [history()],
    });
    state = state.update(pasteIntoTable(state, { html: EXCEL, plain: '' }) ?? {}).state;
    expect(state.doc.toString()).not.toBe(doc);
    undo({
      state,
      dispatch: (transaction) => {
        state = transaction.state;
      },
    });
    expect(state.doc.toString()).toBe(doc);
  });
});

describe('text pasted into a cell', () => {
  it('of one cell is inserted at the cursor', () => {
    const html = '<table><tr><td>x|y</td></tr></table>';
    expect(paste(TABLE, { html, plain: 'x|y\r\n' })).toBe(TABLE.replace('1^', '1x\\|y^'));
  });

  it('of several lines stays in the row', () => {
    expect(paste(TABLE, { plain: 'x | y\r\n\r\nz\n' })).toBe(TABLE.replace('1^', '1x \\| y<br>z^'));
  });

  it.each([
    ['one line', TABLE, 'x | y'],
    ['rows of a Markdown table', TABLE, '| x | y |\n| z | w |\n'],
    ['text before the row', TABLE.replace('^', '').replace('| 1', '^| 1'), 'x\ny'],
    ['text behind the row', `${TABLE.replace('^', '')}^`, 'x\ny'],
    ['text outside of a table', 'x^', 'a\tb\nc\td'],
  ])('stays a normal paste: %s', (_, marked, plain) => {
    expect(paste(marked, { plain })).toBeUndefined();
  });

  it('of a document with more than a table stays a normal paste', () => {
    const html = '<p>Title</p><table><tr><td>x</td><td>y</td></tr></table>';
    expect(paste(TABLE, { html, plain: 'Title' })).toBeUndefined();
  });
});
