import { history, undo } from '@codemirror/commands';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { forceParsing } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { afterEach, expect, it, vi } from 'vitest';
import { blockField } from '../block-decorations.ts';
import { liveState } from '../live-state.ts';
import { labels, syncRenderer } from '../tests/live-test-view.ts';
import { cellEditing } from './cell-editing.ts';
import { showTableSource } from './edited-cell.ts';

const DOC = 'Text\n\n| a | b |\n|--|--|\n| one | two |\n|short|\n\nEnd';
let view: EditorView;

afterEach(() => {
  view.destroy();
  document.body.replaceChildren();
});

/** Opens a document with the cursor behind some of its text. */
async function open(words: string, doc = DOC): Promise<void> {
  const { field, extension } = blockField({ labels, renderer: syncRenderer() });
  view = new EditorView({
    doc,
    selection: { anchor: doc.indexOf(words) + words.length },
    parent: document.body,
    extensions: [
      history(),
      markdownLanguage,
      liveState,
      extension,
      cellEditing({ field, labels, isMenuOpen: () => false }),
    ],
  });
  forceParsing(view, doc.length, 5000);
  await settled();
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const input = () => view.contentDOM.querySelector('textarea');
const text = () => view.state.doc.toString();

async function enter(value: string, event: InputEventInit = { inputType: 'insertText' }) {
  const field = input();
  if (!field) throw new Error('no field');
  field.value = value;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, ...event }));
  await settled();
}

async function press(key: string, options: KeyboardEventInit = {}): Promise<void> {
  input()?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }),
  );
  await settled();
}

it('writes each input into the source of the cell', async () => {
  await open('one');
  const field = input();
  expect(field?.value).toBe('one');
  expect(field?.getAttribute('aria-label')).toBe('a, row 1');
  await enter('one ');
  expect(text()).toBe(DOC);
  await enter('one |x');
  expect(text()).toBe(DOC.replace('one', 'one \\|x'));
  expect(input()?.value).toBe('one \\|x');
  expect(input()).toBe(field);
  expect(view.state.selection.main.head).toBe(text().indexOf('\\|x') + 3);
  undo(view);
  await settled();
  expect(input()?.value).toBe('one');
  expect(text()).toBe(DOC);
});

it('goes to other cells and out of the table', async () => {
  await open('one');
  await press('Tab');
  expect(input()?.value).toBe('two');
  await press('Tab');
  expect(input()?.value).toBe('short');
  await press('Tab');
  expect(input()?.getAttribute('aria-label')).toBe('b, row 2');
  expect(text()).toBe(DOC.replace('|short|', '|short|  |'));
  await press('Tab');
  expect(input()?.getAttribute('aria-label')).toBe('a, row 3');
  await press('Escape');
  expect(input()).toBeNull();
  expect(text()).toBe(DOC.replace('|short|', '|short|  |\n|  |  |'));
});

it('selects the text of a cell that Tab reaches, so that typing replaces it', async () => {
  await open('one');
  const selected = () =>
    input()?.value.slice(input()?.selectionStart ?? 0, input()?.selectionEnd ?? 0);
  await press('Tab');
  expect(selected()).toBe('two');
  await press('ArrowRight');
  expect(input()?.value).toBe('two');
  await press('Tab', { shiftKey: true });
  expect(selected()).toBe('one');
  expect(text()).toBe(DOC);
});

it('leaves the text as it was if nothing is typed', async () => {
  await open('one');
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp']) await press(key);
  expect(input()).toBeNull();
  expect(text()).toBe(DOC);
});

it('adds a line below a table that ends the text for Escape but not for arrow keys', async () => {
  const table = DOC.slice(0, DOC.indexOf('|short|') + '|short|'.length);
  await open('one', table);
  for (const key of ['ArrowDown', 'ArrowDown']) await press(key);
  expect(input()?.value).toBe('short');
  expect(text()).toBe(table);
  await press('Escape');
  expect(input()).toBeNull();
  expect(text()).toBe(`${table}\n\n`);
});

it('shows what others change', async () => {
  await open('one');
  const at = text().indexOf('one');
  view.dispatch({
    changes: [
      { from: 0, insert: 'New\n\n' },
      { from: at, to: at + 3, insert: 'uno' },
    ],
  });
  await settled();
  expect(input()?.value).toBe('uno');
  await enter('unos');
  expect(text()).toBe(`New\n\n${DOC.replace('one', 'unos')}`);
});

it('keeps composed text when others change the page or the cell', async () => {
  await open('one');
  const composing = { inputType: 'insertCompositionText', isComposing: true };
  input()?.dispatchEvent(new CompositionEvent('compositionstart'));
  const field = input();
  await enter('onezh', composing);
  expect(text()).toBe(DOC.replace('one', 'onezh'));
  view.dispatch({ changes: { from: 0, insert: 'Up ' } });
  await enter('onezho', composing);
  expect(input()).toBe(field);
  const at = text().indexOf('onezho');
  view.dispatch({ changes: { from: at, insert: 'their ' } });
  await settled();
  expect(input()?.value).toBe('their onezho');
  expect(text()).toBe(`Up ${DOC.replace('one', 'their onezho')}`);
});

it('shows the source on request until the cursor leaves it', async () => {
  await open('one');
  const from = text().indexOf('| a');
  view.dispatch({ effects: showTableSource.of({ from, to: text().indexOf('\n\nEnd') }) });
  await settled();
  expect(input()).toBeNull();
  expect(view.contentDOM.textContent).toContain('| one | two |');
  view.dispatch({ selection: { anchor: 0 } });
  expect(view.contentDOM.textContent).not.toContain('| one | two |');
  view.dispatch({ selection: { anchor: text().indexOf('two') } });
  await vi.waitFor(() => expect(input()?.value).toBe('two'));
});

it('edits a table that selects several cells as source', async () => {
  await open('one');
  view.dispatch({ selection: { anchor: text().indexOf('one'), head: text().indexOf('two') } });
  await settled();
  expect(input()).toBeNull();
});
