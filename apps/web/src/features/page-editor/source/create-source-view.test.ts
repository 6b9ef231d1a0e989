import { forceParsing } from '@codemirror/language';
import { type EditorView, runScopeHandlers } from '@codemirror/view';
import { afterEach, expect, it } from 'vitest';
import { createSourceView } from './create-source-view.ts';

let view: EditorView;
afterEach(() => view.destroy());

/** The text after Enter was pressed at its end. */
function pressEnter(text: string): string {
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
  view.dispatch({ selection: { anchor: text.length } });
  runScopeHandlers(view, new KeyboardEvent('keydown', { key: 'Enter' }), 'editor');
  return view.state.doc.toString();
}

it.each([
  ['continues a list', '- one', '- one\n- '],
  ['ends a list of one entry in an empty entry', '- one\n- ', '- one\n'],
  ['ends a longer list in an empty entry', '1. one\n2. two\n3. ', '1. one\n2. two\n'],
  ['goes up a level in an empty nested entry', '- one\n  - two\n  - ', '- one\n  - two\n- '],
])('Enter %s', (_title, before, after) => {
  expect(pressEnter(before)).toBe(after);
});
