import { EditorState, type StateCommand } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import {
  bold,
  bulletList,
  codeBlock,
  insertLink,
  cycleHeading,
  numberedList,
  quote,
} from './commands.ts';

/** Runs a command with the text between `[[` and `]]` selected. */
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

describe('toolbar commands', () => {
  it('toggles the bold marks around the selection', () => {
    expect(run(bold, 'a [[word]] here')).toBe('a **[[word]]** here');
    expect(run(bold, 'a **[[word]]** here')).toBe('a [[word]] here');
  });

  it('toggles the prefix of whole lines', () => {
    expect(run(quote, '[[one\ntwo]]').replaceAll(/\[\[|\]\]/g, '')).toBe('> one\n> two');
    expect(run(quote, '[[> one\n> two]]').replaceAll(/\[\[|\]\]/g, '')).toBe('one\ntwo');
    expect(run(numberedList, '[[one\ntwo]]').replaceAll(/\[\[|\]\]/g, '')).toBe('1. one\n2. two');
    expect(run(bulletList, '[[]]one').replaceAll(/\[\[|\]\]/g, '')).toBe('- one');
  });

  it('cycles through the heading levels', () => {
    const level = (text: string) => run(cycleHeading, `${text}[[]]`).replaceAll(/\[\[|\]\]/g, '');
    expect(level('one')).toBe('## one');
    expect(level('## one')).toBe('### one');
    expect(level('#### one')).toBe('one');
  });

  it('makes a link from a word or a URL', () => {
    expect(run(insertLink, '[[word]]')).toBe('[word]([[https://]])');
    expect(run(insertLink, '[[https://a.example]]')).toBe('[[[]]](https://a.example)');
  });

  it('inserts a block on separate lines', () => {
    expect(run(codeBlock, 'text[[]]')).toBe('text\n\n```\n[[]]\n```\n');
  });
});
