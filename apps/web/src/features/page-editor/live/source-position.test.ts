import { markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { toHtml } from '@octavo/markdown/to-html';
import { expect, it } from 'vitest';
import { entryPosition, sourcePosition } from './source-position.ts';

it('finds the text of a clicked table cell', () => {
  const doc = '| a | b\\|c |\n|-|-|\n| 1 |  |\nx | y';
  const state = EditorState.create({ doc, extensions: [markdownLanguage] });
  const block = { kind: 'table', from: 0, to: doc.length, text: doc, indent: 0 } as const;
  const frame = document.createElement('div');
  frame.innerHTML = toHtml(doc).html;
  const before = (row: number, column: number) => {
    const event = new MouseEvent('mousedown');
    const target = frame.querySelector('table')?.rows[row]?.cells[column];
    Object.defineProperty(event, 'target', { value: target });
    const at = sourcePosition(state, block, event);
    const line = state.doc.lineAt(at);
    return `${line.number}:${line.text.slice(0, at - line.from)}`;
  };
  expect(before(0, 0)).toBe('1:| a');
  expect(before(0, 1)).toBe('1:| a | b\\|c');
  expect(before(1, 0)).toBe('3:| 1');
  expect(before(1, 1)).toBe('3:| 1 | ');
  expect(before(2, 0)).toBe('4:x');
  expect(before(2, 1)).toBe('4:x | y');
});

it('enters code on its first or last line', () => {
  const doc = '```js\none\ntwo\n```';
  const state = EditorState.create({ doc });
  const block = { kind: 'code', from: 0, to: doc.length, text: doc, indent: 0 } as const;
  expect(entryPosition(state, block, 1)).toBe(doc.indexOf('one'));
  expect(entryPosition(state, block, -1)).toBe(doc.indexOf('two') + 3);
});
