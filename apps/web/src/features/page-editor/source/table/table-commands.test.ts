import { history, undo } from '@codemirror/commands';
import { EditorState, type StateCommand, type Transaction } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import * as commands from './table-commands.ts';

/** Runs a command with the cursor at `^` and returns the text with the new cursor position marked. */
function run(command: StateCommand, marked: string) {
  const anchor = marked.indexOf('^');
  let state = EditorState.create({ doc: marked.replace('^', ''), selection: { anchor } });
  const isDone = command({
    state,
    dispatch: (transaction) => {
      state = transaction.state;
    },
  });
  const { head } = state.selection.main;
  const text = state.doc.toString();
  return isDone ? `${text.slice(0, head)}^${text.slice(head)}` : undefined;
}

const TABLE = '| a | b |\n| --- | --- |\n| 1 | 2 |';

const { moveToCell, alignColumn } = commands;

describe('Markdown tables', () => {
  it('moves from cell to cell and skips the delimiter row', () => {
    expect(run(moveToCell(1), TABLE.replace('a', 'a^'))).toBe(TABLE.replace('b', 'b^'));
    expect(run(moveToCell(1), TABLE.replace('b', 'b^'))).toBe(TABLE.replace('1', '1^'));
    expect(run(moveToCell(-1), TABLE.replace('1', '1^'))).toBe(TABLE.replace('b', 'b^'));
    expect(run(moveToCell(-1), TABLE.replace('a', 'a^'))).toBe(TABLE.replace('a', 'a^'));
  });

  it('leaves the text as it is when the cursor moves', () => {
    expect(run(moveToCell(1), '|a^|b|\n|-|-|\n1|  2')).toBe('|a|b^|\n|-|-|\n1|  2');
    expect(run(moveToCell(1), '|a|b^|\n|-|-|\n1|  2')).toBe('|a|b|\n|-|-|\n1^|  2');
  });

  it('adds a row after the last cell, and a cell to a short row', () => {
    expect(run(moveToCell(1), TABLE.replace('2', '2^'))).toBe(`${TABLE}\n| ^ |  |`);
    expect(run(moveToCell(1), '|a|b|\n|-|-|\n|1^|')).toBe('|a|b|\n|-|-|\n|1| ^ |');
  });

  it('inserts rows and columns at the cursor', () => {
    expect(run(commands.insertRowBelow, TABLE.replace('a', 'a^'))).toBe(
      '| a | b |\n| --- | --- |\n| ^ |  |\n| 1 | 2 |',
    );
    expect(run(commands.insertRowAbove, TABLE.replace('2', '2^'))).toBe(
      '| a | b |\n| --- | --- |\n| ^ |  |\n| 1 | 2 |',
    );
    expect(run(commands.insertRowBelow, TABLE.replace('--- | -', '--- | ^-'))).toBe(
      '| a | b |\n| --- | --- |\n| ^ |  |\n| 1 | 2 |',
    );
    expect(run(commands.insertColumnRight, TABLE.replace('1', '1^'))).toBe(
      '| a |  | b |\n| --- | --- | --- |\n| 1 | ^ | 2 |',
    );
    expect(run(commands.insertColumnLeft, TABLE.replace('1', '1^'))).toBe(
      '|  | a | b |\n| --- | --- | --- |\n| ^ | 1 | 2 |',
    );
  });

  it('keeps the cursor in the text of a moved cell', () => {
    const table = '| a | b |\n|-|-|\n| one | two |\n| three | four |';
    expect(run(commands.moveRowDown, table.replace('two', 't^wo'))).toBe(
      '| a | b |\n|-|-|\n| three | four |\n| one | t^wo |',
    );
    expect(run(commands.moveRowUp, table.replace('two', 't^wo'))).toBe(
      '| one | t^wo |\n|-|-|\n| a | b |\n| three | four |',
    );
    expect(run(commands.moveColumnLeft, table.replace('two', 't^wo'))).toBe(
      '| b | a |\n|-|-|\n| t^wo | one |\n| four | three |',
    );
    expect(run(commands.moveColumnRight, table.replace('two', 't^wo'))).toBe(
      table.replace('two', 't^wo'),
    );
    expect(
      run(commands.sortRows({ isDescending: true, language: 'en' }), table.replace('one', 'on^e')),
    ).toBe('| a | b |\n|-|-|\n| three | four |\n| on^e | two |');
    expect(run(commands.duplicateRow, table.replace('two', 't^wo'))).toBe(
      '| a | b |\n|-|-|\n| one | two |\n| one | t^wo |\n| three | four |',
    );
  });

  it('deletes rows and columns', () => {
    expect(run(commands.deleteRow, TABLE.replace('2', '^2'))).toBe('| a | ^b |\n| --- | --- |');
    expect(run(commands.deleteColumn, TABLE.replace('2', '2^'))).toBe('| a |\n| --- |\n| 1^ |');
  });

  it('aligns a column in the delimiter row', () => {
    expect(run(alignColumn('right'), TABLE.replace('2', '2^'))).toBe(
      '| a | b |\n| --- | ---: |\n| 1 | 2^ |',
    );
  });

  it('treats an escaped pipe as part of its cell', () => {
    const text = '| a\\|x^ | b |\n| --- | --- |\n| 1 | 2 |';
    expect(run(moveToCell(1), text)).toBe('| a\\|x | b^ |\n| --- | --- |\n| 1 | 2 |');
  });

  it('does nothing without a delimiter row and outside of a table', () => {
    expect(run(moveToCell(1), '| a^ | b |')).toBeUndefined();
    expect(run(commands.insertRowBelow, 'text^')).toBeUndefined();
    expect(run(commands.moveRowUp, 'text^')).toBeUndefined();
  });

  it('undoes a move in one step', () => {
    let state = EditorState.create({
      doc: TABLE,
      selection: { anchor: TABLE.length - 3 },
      extensions: [history()],
    });
    const dispatch = (transaction: Transaction) => {
      state = transaction.state;
    };
    commands.moveRowUp({ state, dispatch });
    expect(state.doc.toString()).not.toBe(TABLE);
    undo({ state, dispatch });
    expect(state.doc.toString()).toBe(TABLE);
    expect(state.selection.main.head).toBe(TABLE.length - 3);
  });
});
