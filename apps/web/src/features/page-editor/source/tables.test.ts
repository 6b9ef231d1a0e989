import { EditorState, type StateCommand } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { alignColumn, insertColumn, insertRow, moveCell } from './tables.ts';

/** Runs a command at the `^` of a text and gives the text with the cursor marked again. */
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

describe('a table of the source', () => {
  it('is walked cell by cell, past the line under its head', () => {
    expect(run(moveCell(1), TABLE.replace('a', 'a^'))).toBe(TABLE.replace('b', 'b^'));
    expect(run(moveCell(1), TABLE.replace('b', 'b^'))).toBe(TABLE.replace('1', '1^'));
    expect(run(moveCell(-1), TABLE.replace('1', '1^'))).toBe(TABLE.replace('b', 'b^'));
  });

  it('gets a new row after its last cell', () => {
    expect(run(moveCell(1), TABLE.replace('2', '2^'))).toBe(`${TABLE}\n| ^ |  |`);
  });

  it('gets a row below and a column beside the cursor', () => {
    expect(run(insertRow, TABLE.replace('a', 'a^'))).toBe(
      '| a | b |\n| --- | --- |\n| ^ |  |\n| 1 | 2 |',
    );
    expect(run(insertColumn, TABLE.replace('1', '1^'))).toBe(
      '| a |  | b |\n| --- | --- | --- |\n| 1 | ^ | 2 |',
    );
  });

  it('is aligned by the line under its head', () => {
    expect(run(alignColumn('right'), TABLE.replace('2', '2^'))).toBe(
      '| a | b |\n| --- | ---: |\n| 1 | 2^ |',
    );
  });

  it('keeps an escaped pipe in its cell', () => {
    const text = '| a\\|x^ | b |\n| --- | --- |\n| 1 | 2 |';
    expect(run(moveCell(1), text)).toBe('| a\\|x | b^ |\n| --- | --- |\n| 1 | 2 |');
  });

  it('is none without the line under its head, and outside of it nothing happens', () => {
    expect(run(moveCell(1), '| a^ | b |')).toBeUndefined();
    expect(run(insertRow, 'text^')).toBeUndefined();
  });
});
