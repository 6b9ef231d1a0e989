import { EditorState, type TransactionSpec } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import * as edits from './edit-table.ts';
import { readTable, type Table } from './read-table.ts';

/** Applies an edit to the first table of a text; `changed` are the changed ranges of the text before. */
function apply(doc: string, edit: (table: Table) => TransactionSpec, at = doc.indexOf('|')) {
  const state = EditorState.create({ doc });
  const table = readTable(state, at);
  if (!table) throw new Error('there is no table');
  const transaction = state.update(edit(table));
  const changed: string[] = [];
  transaction.changes.iterChanges((from, to) => changed.push(doc.slice(from, to)));
  return { text: transaction.newDoc.toString(), changed };
}

const edited = (doc: string, edit: (table: Table) => TransactionSpec, at?: number) =>
  apply(doc, edit, at).text;

/** Rows in different styles; the last one has no line break behind it. */
const TABLE = ['| a | b |', '|:--|--:|', '|1|2|', '3 | 四\\|肆', '|  5  |  `6\\|`  |'].join('\n');
const lines = (...rows: number[]) => rows.map((row) => TABLE.split('\n')[row]).join('\n');

describe('rows', () => {
  it('are inserted', () => {
    const empty = '|  |  |';
    expect(edited(TABLE, (table) => edits.insertRow(table, 1))).toBe(
      `${lines(0, 1)}\n${empty}\n${lines(2, 3, 4)}`,
    );
    expect(edited(TABLE, (table) => edits.insertRow(table, 4))).toBe(`${TABLE}\n${empty}`);
    expect(edited(TABLE, (table) => edits.insertRow(table, 0))).toBe(
      `${empty}\n${lines(1, 0, 2, 3, 4)}`,
    );
  });

  it('are moved with their bytes', () => {
    expect(edited(TABLE, (table) => edits.moveRow(table, 1, 3))).toBe(lines(0, 1, 3, 4, 2));
    expect(edited(TABLE, (table) => edits.moveRow(table, 1, 2))).toBe(lines(0, 1, 3, 2, 4));
    expect(edited(TABLE, (table) => edits.moveRow(table, 3, 1))).toBe(lines(0, 1, 4, 2, 3));
    expect(edited(TABLE, (table) => edits.moveRow(table, 3, 2))).toBe(lines(0, 1, 2, 4, 3));
    const { changed } = apply(TABLE, (table) => edits.moveRow(table, 1, 3));
    expect(changed).toEqual(['\n|1|2|', '']);
  });

  it('become the header above the delimiter row', () => {
    expect(edited(TABLE, (table) => edits.moveRow(table, 1, 0))).toBe(lines(2, 1, 0, 3, 4));
    expect(edited(TABLE, (table) => edits.moveRow(table, 3, 0))).toBe(lines(4, 1, 0, 2, 3));
    expect(edited(TABLE, (table) => edits.moveRow(table, 0, 1))).toBe(lines(2, 1, 0, 3, 4));
    expect(edited(TABLE, (table) => edits.moveRow(table, 0, 3))).toBe(lines(2, 1, 3, 4, 0));
  });

  it('become a header with a cell for every column', () => {
    expect(edited('| a | b |\n|-|-|\n| 1 |', (table) => edits.moveRow(table, 1, 0))).toBe(
      '| 1 |  |\n|-|-|\n| a | b |',
    );
    expect(edited('| a | b |\n|-|-|\n1', (table) => edits.moveRow(table, 1, 0))).toBe(
      '1 |  |\n|-|-|\n| a | b |',
    );
    expect(edited('|a|\n|-|\n1|2', (table) => edits.moveRow(table, 1, 0))).toBe(
      '1|2\n|-| --- |\n|a|',
    );
    expect(edited('|a|\n|-|\nword', (table) => edits.moveRow(table, 1, 0))).toBe(
      '| word |\n|-|\n|a|',
    );
  });

  it('are not moved out of the table', () => {
    expect(edited(TABLE, (table) => edits.moveRow(table, 0, -1))).toBe(TABLE);
    expect(edited(TABLE, (table) => edits.moveRow(table, 3, 4))).toBe(TABLE);
  });

  it('are duplicated', () => {
    expect(edited(TABLE, (table) => edits.duplicateRow(table, 3))).toBe(lines(0, 1, 2, 3, 4, 4));
    expect(edited(TABLE, (table) => edits.duplicateRow(table, 0))).toBe(lines(0, 1, 0, 2, 3, 4));
  });

  it('are deleted', () => {
    expect(edited(TABLE, (table) => edits.deleteRow(table, 3))).toBe(lines(0, 1, 2, 3));
    expect(edited(`${TABLE}\n\nend`, (table) => edits.deleteRow(table, 1))).toBe(
      `${lines(0, 1, 3, 4)}\n\nend`,
    );
    expect(edited(TABLE, (table) => edits.deleteRow(table, 0))).toBe(lines(2, 1, 3, 4));
    expect(edited('x\n\n|a|\n|-|', (table) => edits.deleteRow(table, 0))).toBe('x\n\n');
  });

  it('keep the marks of lists and quotations in their places', () => {
    const list = '- x\n  | a |\n  |---|\n  | 1 |\n   | 2 |\n- next';
    expect(edited(list, (table) => edits.moveRow(table, 0, 2))).toBe(
      '- x\n  | 1 |\n  |---|\n   | 2 |\n  | a |\n- next',
    );
    expect(edited(list, (table) => edits.insertRow(table, 3))).toBe(
      '- x\n  | a |\n  |---|\n  | 1 |\n   | 2 |\n  |  |\n- next',
    );
    expect(edited('> |a|\n> |-|\n> |1|', (table) => edits.insertRow(table, 0))).toBe(
      '> |  |\n> |-|\n> |a|\n> |1|',
    );
  });
});

describe('columns', () => {
  it('are inserted', () => {
    expect(edited(TABLE, (table) => edits.insertColumn(table, 1))).toBe(
      [
        '| a |  | b |',
        '|:--| --- |--:|',
        '|1|  |2|',
        '3 |  | 四\\|肆',
        '|  5  |  |  `6\\|`  |',
      ].join('\n'),
    );
    expect(edited(TABLE, (table) => edits.insertColumn(table, 0))).toBe(
      [
        '|  | a | b |',
        '| --- |:--|--:|',
        '|  |1|2|',
        '|  | 3 | 四\\|肆',
        '|  |  5  |  `6\\|`  |',
      ].join('\n'),
    );
    expect(edited(TABLE, (table) => edits.insertColumn(table, 2))).toBe(
      [
        '| a | b |  |',
        '|:--|--:| --- |',
        '|1|2|  |',
        '3 | 四\\|肆 |  |',
        '|  5  |  `6\\|`  |  |',
      ].join('\n'),
    );
  });

  it('are moved with the text of their cells', () => {
    expect(edited(TABLE, (table) => edits.moveColumn(table, 0, 1))).toBe(
      ['| b | a |', '|--:|:--|', '|2|1|', '四\\|肆 | 3', '|  `6\\|`  |  5  |'].join('\n'),
    );
    expect(edited('|a|b|c|\n|-|:-|-:|\n|1|2|3|', (table) => edits.moveColumn(table, 2, 0))).toBe(
      '|c|a|b|\n|-:|-|:-|\n|3|1|2|',
    );
  });

  it('are deleted', () => {
    expect(edited(TABLE, (table) => edits.deleteColumn(table, 0))).toBe(
      ['| b |', '|--:|', '|2|', '| 四\\|肆 |', '|  `6\\|`  |'].join('\n'),
    );
    expect(edited(TABLE, (table) => edits.deleteColumn(table, 1))).toBe(
      ['| a |', '|:--|', '|1|', '| 3 |', '|  5  |'].join('\n'),
    );
    expect(edited('x\n\n|a|\n|-|\n|1|\n\ny', (table) => edits.deleteColumn(table, 0))).toBe(
      'x\n\n\n\ny',
    );
  });

  it('leave short rows as they are', () => {
    const ragged = '|a|b|c|\n|-|-|-|\n|1|\n|1|2|3|4|';
    expect(edited(ragged, (table) => edits.insertColumn(table, 2))).toBe(
      '|a|b|  |c|\n|-|-| --- |-|\n|1|\n|1|2|  |3|4|',
    );
    expect(edited(ragged, (table) => edits.moveColumn(table, 1, 2))).toBe(
      '|a|c|b|\n|-|-|-|\n|1|\n|1|3|2|4|',
    );
    expect(edited(ragged, (table) => edits.moveColumn(table, 0, 2))).toBe(
      '|b|c|a|\n|-|-|-|\n|  |  |1|\n|2|3|1|4|',
    );
    expect(edited(ragged, (table) => edits.deleteColumn(table, 0))).toBe(
      '|b|c|\n|-|-|\n|  |\n|2|3|4|',
    );
  });

  it('keep an empty cell at the end of a row without bars', () => {
    expect(edited('a | b | c\n-|-|-\n1 |  | 3', (table) => edits.deleteColumn(table, 0))).toBe(
      'b | c\n-|-\n|  | 3',
    );
    expect(edited('a | b | c\n-|-|-\n1 |  | 3', (table) => edits.deleteColumn(table, 2))).toBe(
      'a | b\n-|-\n1 |  |',
    );
  });

  it('are aligned', () => {
    const { text, changed } = apply(TABLE, (table) => edits.alignColumn(table, 0, 'center'));
    expect(text).toBe(TABLE.replace(':--|', ':--:|'));
    expect(changed).toEqual(['']);
    expect(edited(TABLE, (table) => edits.alignColumn(table, 1, 'left'))).toBe(
      TABLE.replace('--:', ':--'),
    );
    expect(edited(TABLE, (table) => edits.alignColumn(table, 0, 'right'))).toBe(
      TABLE.replace(':--|', '--:|'),
    );
    expect(edited('|a|b|\n|-|\n|1|', (table) => edits.alignColumn(table, 1, 'right'))).toBe(
      '|a|b|\n|-| ---: |\n|1|',
    );
  });
});

describe('the text of a cell', () => {
  const set = (row: number, column: number, text: string) => (table: Table) =>
    edits.setCell(table, { row, column }, text);

  it('is replaced in its spaces', () => {
    const { text, changed } = apply(TABLE, set(3, 0, '五'));
    expect(text).toBe(TABLE.replace('  5  ', '  五  '));
    expect(changed).toEqual(['5']);
    expect(edited('||\n|-|', set(0, 0, 'x'))).toBe('| x |\n|-|');
    expect(edited('| long |\n|-|', set(0, 0, ''))).toBe('|  |\n|-|');
    expect(apply(TABLE, set(2, 1, '四\\|肆')).changed).toEqual([]);
  });

  it('has no bar and no line break', () => {
    expect(edited('|a|\n|-|', set(0, 0, 'x|y\\|z\n\n two '))).toBe('| x\\|y\\|z<br>two |\n|-|');
  });

  it('fills up a short row', () => {
    expect(edited('|a|b|c|\n|-|-|-|\n|1|', set(1, 2, 'z'))).toBe('|a|b|c|\n|-|-|-|\n|1|  | z |');
    expect(edited('a | b\n-|-\n1', set(1, 1, 'z'))).toBe('a | b\n-|-\n1 | z');
  });
});

describe('several cells', () => {
  const fill = (row: number, column: number, texts: string[][]) => (table: Table) =>
    edits.fillCells(table, { row, column }, texts);

  it('are replaced', () => {
    expect(edited(TABLE, fill(1, 0, [['x', 'y'], ['z']]))).toBe(
      TABLE.replace('|1|2|', '| x | y |').replace('3 |', 'z |'),
    );
  });

  it('add rows and columns', () => {
    expect(
      edited(
        `${TABLE}\n`,
        fill(3, 1, [
          ['x', 'y'],
          ['', 'z'],
        ]),
      ),
    ).toBe(
      [
        '| a | b |  |',
        '|:--|--:| --- |',
        '|1|2|',
        '3 | 四\\|肆',
        '|  5  |  x  | y |',
        '|  |  | z |',
        '',
      ].join('\n'),
    );
    expect(edited('|a|\n|-|', fill(0, 0, [['x'], ['y']]))).toBe('| x |\n|-|\n| y |');
  });
});

describe('sorting', () => {
  const order = (cells: string[], isDescending = false, language = 'en') => {
    const doc = `|id|x|\n|-|-|\n${cells.map((cell, at) => `|${at}| ${cell} |`).join('\n')}`;
    const text = edited(doc, (table) =>
      edits.orderRows(table, edits.sortedOrder(table, 1, { isDescending, language })),
    );
    const rows = text.split('\n');
    expect(rows.slice(0, 2)).toEqual(['|id|x|', '|-|-|']);
    return rows.slice(2).map((row) => row.split('|')[2]?.trim());
  };

  it('compares numbers by value, before texts, with empty cells last', () => {
    const cells = ['10', '', '9', 'b', '-1', '1,000', '$5', '40%', 'a', '.5'];
    const sorted = ['-1', '.5', '$5', '9', '10', '40%', '1,000', 'a', 'b', ''];
    expect(order(cells)).toEqual(sorted);
    expect(order(cells, true)).toEqual([...sorted.slice(0, -1).toReversed(), '']);
  });

  it('compares dates and numbers in texts', () => {
    expect(order(['2024-10-01', '2023-12-31', '2024-02-10'])).toEqual([
      '2023-12-31',
      '2024-02-10',
      '2024-10-01',
    ]);
    expect(order(['v10', 'v9', '**v2**', '`v1`'])).toEqual(['`v1`', '**v2**', 'v9', 'v10']);
  });

  it('follows the language', () => {
    expect(order(['中', '阿', '北'], false, 'zh-cn')).toEqual(['阿', '北', '中']);
    expect(order(['b', 'É', 'a', 'f'])).toEqual(['a', 'b', 'É', 'f']);
  });

  it('keeps the order of equal rows, both ways', () => {
    const doc = '|id|x|\n|-|-|\n|1|b|\n|2|a|\n|3|b|\n|4|a|';
    const ids = (isDescending: boolean) =>
      edited(doc, (table) =>
        edits.orderRows(table, edits.sortedOrder(table, 1, { isDescending, language: 'en' })),
      ).match(/\d/g);
    expect(ids(false)).toEqual(['2', '4', '1', '3']);
    expect(ids(true)).toEqual(['1', '3', '2', '4']);
  });

  it('sorts short rows as empty', () => {
    expect(
      edited('|a|b|\n|-|-|\n|1|\n|2|x|', (table) =>
        edits.orderRows(table, edits.sortedOrder(table, 1, { isDescending: true, language: 'en' })),
      ),
    ).toBe('|a|b|\n|-|-|\n|2|x|\n|1|');
  });
});
