import { EditorState, type StateCommand } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { alignColumn, insertColumn, insertRow, moveToCell } from './tables.ts';

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

describe('Markdown tables', () => {
  it('moves from cell to cell and skips the delimiter row', () => {
    expect(run(moveToCell(1), TABLE.replace('a', 'a^'))).toBe(TABLE.replace('b', 'b^'));
    expect(run(moveToCell(1), TABLE.replace('b', 'b^'))).toBe(TABLE.replace('1', '1^'));
    expect(run(moveToCell(-1), TABLE.replace('1', '1^'))).toBe(TABLE.replace('b', 'b^'));
  });

  it('adds a row after the last cell', () => {
    expect(run(moveToCell(1), TABLE.replace('2', '2^'))).toBe(`${TABLE}\n| ^ |  |`);
  });

  it('inserts a row below and a column after the cursor', () => {
    expect(run(insertRow, TABLE.replace('a', 'a^'))).toBe(
      '| a | b |\n| --- | --- |\n| ^ |  |\n| 1 | 2 |',
    );
    expect(run(insertColumn, TABLE.replace('1', '1^'))).toBe(
      '| a |  | b |\n| --- | --- | --- |\n| 1 | ^ | 2 |',
    );
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
    expect(run(insertRow, 'text^')).toBeUndefined();
  });
});
