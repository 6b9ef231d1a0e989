import { markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { closeMenu, compositionEnd, insertSession, openMenu } from './insert-session.ts';

/** The text with the cursor at `|`. */
function stateOf(marked: string): EditorState {
  const anchor = marked.indexOf('|');
  return EditorState.create({
    doc: marked.replace('|', ''),
    selection: { anchor },
    extensions: [markdownLanguage, insertSession],
  });
}

/** Types letters one by one, as a keyboard does. */
function type(state: EditorState, letters: string, userEvent = 'input.type'): EditorState {
  let next = state;
  for (const letter of letters)
    next = next.update({ ...next.replaceSelection(letter), userEvent }).state;
  return next;
}

const session = (state: EditorState) => state.field(insertSession);
const opened = (state: EditorState) => {
  const found = session(state);
  return found && [found.kind, found.query];
};

describe('triggers', () => {
  it.each([
    ['|', '/', ['slash', '']],
    ['text |', '/', ['slash', '']],
    ['- |', '/ta', ['slash', 'ta']],
    ['|', '、表', ['slash', '表']],
    ['text|', '/', null],
    ['and/or|', '/', null],
    ['|', '/ ', null],
    ['|', '[[', ['page', '']],
    ['text|', '[[a b', ['page', 'a b']],
    ['|', '【【页', ['page', '页']],
    ['|', '[[ -f', null],
    ['|', '[[a]', null],
    ['|', '@', null],
    ['|', '@t', ['person', 't']],
    ['请|', '@张', ['person', '张']],
    ['mei|', '@harbor', null],
    ['|', '@t ', null],
    ['|', ':s', null],
    ['|', ':sm', ['emoji', 'sm']],
    ['|', ':开心', ['emoji', '开心']],
    ['10|', ':30', null],
    ['|', ':30', null],
    ['note|', ':ab', null],
  ])('%o and typing %o opens %o', (marked, letters, expected) => {
    expect(opened(type(stateOf(marked), letters))).toEqual(expected);
  });

  it.each([
    ['```\n|\n```', '/'],
    ['```\n|', '@t'],
    ['    |', '/'],
    ['`a |b`', '/'],
    ['`GET |', '/'],
    ['`a` `|', '@t'],
    ['<https://a.example/[|>', '['],
    ['https://a.example/(|', '@t'],
    ['[a](/b "|")', '@t'],
    ['[ref]: |', '/'],
    ['<div title="|">', '@t'],
  ])('code, HTML and link targets open nothing: %o', (marked, letters) => {
    expect(opened(type(stateOf(marked), letters))).toBeNull();
  });

  it('opens in text behind a code span', () => {
    expect(opened(type(stateOf('`a` |'), '/'))).toEqual(['slash', '']);
  });
});

describe('the open menu', () => {
  it('stays closed after it was dismissed', () => {
    for (const letters of ['/', '[[', '@t', ':sm']) {
      const closed = type(stateOf('|'), letters).update({ effects: closeMenu.of(null) }).state;
      expect(session(closed)).toBeNull();
      expect(session(type(closed, 'a'))).toBeNull();
    }
  });

  it('closes when the cursor leaves the query, the mark is deleted or the text is undone', () => {
    const state = type(stateOf('one\n|'), '/ta');
    expect(session(state.update({ selection: { anchor: 5 } }).state)?.query).toBe('');
    expect(session(state.update({ selection: { anchor: 0 } }).state)).toBeNull();
    expect(session(state.update({ changes: { from: 4, to: 5 } }).state)).toBeNull();
    const undone = state.update({ changes: { from: 6, to: 7 }, userEvent: 'undo' }).state;
    expect(session(undone)).toBeNull();
  });

  it('opens nothing for pasted or inserted text', () => {
    expect(session(type(stateOf('|'), '/', 'input.paste'))).toBeNull();
    expect(session(type(stateOf('|'), '/', 'input.complete'))).toBeNull();
  });

  it('moves with changes before it', () => {
    const state = type(stateOf('one\n|'), '/t');
    const moved = state.update({ changes: { from: 0, insert: 'new\n' } }).state;
    expect(session(moved)).toMatchObject({ from: 8, to: 10, query: 't' });
  });

  it('does not open during a composition, but after it', () => {
    const composing = type(stateOf('@|'), 'zhang', 'input.type.compose');
    expect(session(composing)).toBeNull();
    const composed = composing.update({ changes: { from: 1, to: 6, insert: '张' } }).state;
    const ended = composed.update({ effects: compositionEnd.of(1) }).state;
    expect(opened(ended)).toEqual(['person', '张']);
  });

  it('filters by composed text, which never closes it', () => {
    const state = type(stateOf('|'), '/');
    const composing = type(state, "biao'ge x", 'input.type.compose');
    expect(opened(composing)).toEqual(['slash', "biao'ge x"]);
    const changes = { from: 1, to: 10, insert: '表格' };
    const composed = composing.update({ changes, userEvent: 'input.type.compose' }).state;
    const ended = composed.update({ effects: compositionEnd.of(1) }).state;
    expect(opened(ended)).toEqual(['slash', '表格']);
  });

  it('lists its entries before a letter is typed if it was opened by its name', () => {
    const state = stateOf('@|');
    const person = { kind: 'person', from: 0, start: 1, button: null } as const;
    const open = state.update({ effects: openMenu.of(person) }).state;
    expect(opened(open)).toEqual(['person', '']);
    expect(opened(type(open, 'to'))).toEqual(['person', 'to']);
  });

  it('of a button filters by the text behind the cursor and closes if a selection is replaced', () => {
    const menu = { kind: 'slash', from: 5, start: 5, button: null } as const;
    const open = stateOf('text |').update({ effects: openMenu.of(menu) }).state;
    expect(opened(type(open, 'ta'))).toEqual(['slash', 'ta']);
    const selected = stateOf('|some text').update({ selection: { anchor: 5, head: 9 } }).state;
    const onSelection = selected.update({ effects: openMenu.of(menu) }).state;
    expect(session(onSelection)).toMatchObject({ from: 5, to: 9, query: '' });
    expect(session(type(onSelection, 'x'))).toBeNull();
  });
});
