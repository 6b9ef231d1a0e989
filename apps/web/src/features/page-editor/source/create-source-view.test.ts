import { forceParsing } from '@codemirror/language';
import { type EditorView, runScopeHandlers } from '@codemirror/view';
import { afterEach, describe, expect, it } from 'vitest';
import { createSourceView } from './create-source-view.ts';

let view: EditorView;
afterEach(() => view.destroy());

/** The text after a key was pressed. `‹` and `›` are the ends of the selection, or `|` is the cursor. */
function press(marked: string, key: string, shiftKey = false): string {
  const anchor = marked.search(/[‹|]/);
  const head = marked.includes('›') ? marked.indexOf('›') - 1 : anchor;
  const text = marked.replaceAll(/[‹›|]/g, '');
  view = createSourceView({
    parent: document.body,
    text,
    label: '',
    hint: '',
    phrases: {},
    onChange: () => {},
    onCursor: () => {},
  });
  forceParsing(view, text.length, 5000);
  view.dispatch({ selection: { anchor, head } });
  runScopeHandlers(view, new KeyboardEvent('keydown', { key, shiftKey }), 'editor');
  const { doc, selection } = view.state;
  const { from, to } = selection.main;
  const result = doc.toString();
  return from === to
    ? `${result.slice(0, from)}|${result.slice(from)}`
    : `${result.slice(0, from)}‹${result.slice(from, to)}›${result.slice(to)}`;
}

describe('Enter', () => {
  it.each([
    ['continues a list', '- one|', '- one\n- |'],
    ['ends a list of one entry in an empty entry', '- one\n- |', '- one\n\n|'],
    ['ends a longer list in an empty entry', '1. one\n2. two\n3. |', '1. one\n2. two\n\n|'],
    ['ends a list before other text', '- one\n- |\nText', '- one\n\n|\n\nText'],
    ['keeps an empty line that is there', '- one\n\n- |', '- one\n\n|'],
    ['goes up a level in an empty nested entry', '- one\n  - two\n  - |', '- one\n  - two\n- |'],
    ['continues a quote', '> one|', '> one\n> |'],
  ])('%s', (_title, before, after) => {
    expect(press(before, 'Enter')).toBe(after);
  });
});

describe('Backspace', () => {
  it.each([
    ['after a number joins the entry with the one above', '1. a\n2. |\n3. c', '1. a\n   |\n2. c'],
    ['keeps other entries of a list of bullets', '- a\n- |\n- c', '- a\n  |\n- c'],
    ['keeps numbers that are not in sequence', '1. a\n2. |\n1. c', '1. a\n   |\n1. c'],
    ['in the text of an entry deletes a character', '1. a\n2. b|\n3. c', '1. a\n2. |\n3. c'],
  ])('%s', (_title, before, after) => {
    expect(press(before, 'Backspace')).toBe(after);
  });
});

describe('Tab in a list', () => {
  it.each([
    ['moves an entry below the one before it', '- one\n- two|', '- one\n  - two|'],
    ['numbers it from 1', '1. one\n2. two|\n3. three', '1. one\n   1. two|\n2. three'],
    ['continues the list that is there', '- one\n  - a\n- two|', '- one\n  - a\n  - two|'],
    ['continues its numbers', '1. one\n   1. a\n2. |', '1. one\n   1. a\n   2. |'],
    ['takes its mark', '- one\n  1. a\n- two|', '- one\n  1. a\n  2. two|'],
    [
      'moves all lines of an entry',
      '- one\n- tw|o\n  more\n  - x',
      '- one\n  - tw|o\n    more\n    - x',
    ],
    ['moves the selected entries', '- one\n- ‹two\n- thr›ee', '- one\n  - ‹two\n  - thr›ee'],
    ['works in a quote', '> - one\n> - two|', '> - one\n>   - two|'],
    ['keeps tasks', '- [ ] one\n- [ ] |', '- [ ] one\n  - [ ] |'],
    ['leaves the first entry', '- one|\n- two', '- one|\n- two'],
    ['follows a mark that gets shorter', '1. a\n2. b|\n3. c', '1. a\n   1. b|\n2. c'],
  ])('%s', (_title, before, after) => {
    expect(press(before, 'Tab')).toBe(after);
  });

  it('leaves the focus to the browser elsewhere', () => {
    expect(press('Text|', 'Tab')).toBe('Text|');
    expect(press('- one\n\n      co|de', 'Tab')).toBe('- one\n\n      co|de');
  });
});

describe('Shift+Tab in a list', () => {
  it.each([
    ['moves an entry up a level', '- one\n  - two|\n- three', '- one\n- two|\n- three'],
    ['renumbers', '1. a\n   1. b|\n   2. c\n2. d', '1. a\n2. b|\n   1. c\n3. d'],
    ['takes the mark of the level', '- one\n  1. two|', '- one\n- two|'],
    ['moves all lines of an entry', '- one\n  - two|\n    more', '- one\n- two|\n  more'],
    ['moves the selected entries', '- a\n  - ‹b\n  - c›', '- a\n- ‹b\n- c›'],
    [
      'keeps the entries of a wider mark below it',
      '9. a\n   - b|\n   - c',
      '9. a\n10. b|\n    - c',
    ],
    ['understands tabs', '- one\n\t- two|', '- one\n- two|'],
    ['leaves the first level', '- one\n- two|', '- one\n- two|'],
    ['undoes Tab', '1. a\n   1. b|\n2. c', '1. a\n2. b|\n3. c'],
  ])('%s', (_title, before, after) => {
    expect(press(before, 'Tab', true)).toBe(after);
  });
});
