import { markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState, type StateCommand } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { continueBlock, indentEntries, outdentEntries } from './list-commands.ts';

/** Runs a command with the cursor at `|`. */
function run(command: StateCommand, marked: string): string {
  const anchor = marked.indexOf('|');
  let state = EditorState.create({
    doc: marked.replace('|', ''),
    selection: { anchor },
    extensions: markdownLanguage.extension,
  });
  command({
    state,
    dispatch: (transaction) => {
      state = transaction.state;
    },
  });
  return state.doc.toString();
}

describe('a line of a paragraph that stands left of its entry', () => {
  it('keeps its words when the entry goes down a level', () => {
    expect(run(indentEntries, '- a\n  - b\n  - c|\nlazy text')).toBe(
      '- a\n  - b\n    - c\nlazy text',
    );
  });

  it('keeps its words when the entry goes up a level', () => {
    expect(run(outdentEntries, '- a\n  - b\n    - c|\nab cd')).toBe('- a\n  - b\n  - c\nab cd');
  });
});

it('moves the lines of an entry with it', () => {
  expect(run(indentEntries, '- a\n- b|\n  more')).toBe('- a\n  - b\n    more');
  expect(run(outdentEntries, '- a\n  - b|\n    more')).toBe('- a\n- b\n  more');
});

describe('Enter in a quote', () => {
  it.each([
    ['> a|', '> a\n> '],
    ['> a\n> |', '> a\n\n'],
    ['> a\n> |\nnext', '> a\n\n\n\nnext'],
    ['> > a\n> > |', '> > a\n\n'],
    ['> a\n> |\n> b', '> a\n>\n> \n> b'],
  ])('makes %j to %j', (marked, expected) => {
    expect(run(continueBlock, marked)).toBe(expected);
  });

  it('in a code block of the quote does not end it', () => {
    expect(run(continueBlock, '> ```\n> |')).toBe('> ```\n> ');
  });
});
