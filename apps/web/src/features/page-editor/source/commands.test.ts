import { EditorState, type StateCommand } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import {
  bold,
  bulletList,
  codeBlock,
  insertLink,
  nextHeading,
  numberedList,
  quote,
} from './commands.ts';

/** Runs a command on the part of a text between `[[` and `]]`. */
function run(command: StateCommand, marked: string) {
  const anchor = marked.indexOf('[[');
  const head = marked.replace('[[', '').indexOf(']]');
  const doc = marked.replace('[[', '').replace(']]', '');
  let state = EditorState.create({ doc, selection: { anchor, head } });
  command({
    state,
    dispatch: (transaction) => {
      state = transaction.state;
    },
  });
  const { from, to } = state.selection.main;
  const text = state.doc.toString();
  return `${text.slice(0, from)}[[${text.slice(from, to)}]]${text.slice(to)}`;
}

describe('a command of the toolbar', () => {
  it('marks what is selected, and takes the mark away again', () => {
    expect(run(bold, 'a [[word]] here')).toBe('a **[[word]]** here');
    expect(run(bold, 'a **[[word]]** here')).toBe('a [[word]] here');
  });

  it('changes whole lines, and back', () => {
    expect(run(quote, '[[one\ntwo]]').replaceAll(/\[\[|\]\]/g, '')).toBe('> one\n> two');
    expect(run(quote, '[[> one\n> two]]').replaceAll(/\[\[|\]\]/g, '')).toBe('one\ntwo');
    expect(run(numberedList, '[[one\ntwo]]').replaceAll(/\[\[|\]\]/g, '')).toBe('1. one\n2. two');
    expect(run(bulletList, '[[]]one').replaceAll(/\[\[|\]\]/g, '')).toBe('- one');
  });

  it('goes through the levels of a heading', () => {
    const level = (text: string) => run(nextHeading, `${text}[[]]`).replaceAll(/\[\[|\]\]/g, '');
    expect(level('one')).toBe('## one');
    expect(level('## one')).toBe('### one');
    expect(level('#### one')).toBe('one');
  });

  it('makes a link of a word or of an address', () => {
    expect(run(insertLink, '[[word]]')).toBe('[word]([[https://]])');
    expect(run(insertLink, '[[https://a.example]]')).toBe('[[[]]](https://a.example)');
  });

  it('puts a block on lines of its own', () => {
    expect(run(codeBlock, 'text[[]]')).toBe('text\n\n```\n[[]]\n```\n');
  });
});
