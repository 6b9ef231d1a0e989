import { history, undo } from '@codemirror/commands';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { codeLanguage, pasteAsCode } from './paste-as-code.ts';

/** The text with the selection between `‹` and `›`. */
function stateOf(marked: string): EditorState {
  return EditorState.create({
    doc: marked.replaceAll(/[‹›]/g, ''),
    selection: { anchor: marked.indexOf('‹'), head: marked.replace('‹', '').indexOf('›') },
    extensions: [markdownLanguage, history()],
  });
}

function paste(state: EditorState, plain: string): EditorState | undefined {
  const steps = pasteAsCode(state, { plain });
  return steps?.reduce((before, step) => before.update(step).state, state);
}

function undone(state: EditorState | undefined): EditorState | undefined {
  let before: EditorState | undefined;
  if (state) undo({ state, dispatch: (transaction) => (before = transaction.state) });
  return before;
}

/** The text after the paste, with the cursor as `‹›`. */
function pasted(marked: string, plain: string): string | undefined {
  const state = paste(stateOf(marked), plain);
  if (!state) return undefined;
  const at = state.selection.main.head;
  return `${state.sliceDoc(0, at)}‹›${state.sliceDoc(at)}`;
}

describe('the language of pasted text', () => {
  it.each([
    ['json', '{"id": 1}'],
    ['json', '\n  {\n    "id": 12345678901234567890\n  }\n'],
    ['json', '[{"id": 1}]'],
    ['json', '["a"]'],
    ['sql', 'CREATE TABLE `order` (\n  `id` bigint NOT NULL\n) ENGINE=InnoDB'],
    ['sql', '-- orders\n/* of\nall */\ncreate unique index a on b (c);'],
    ['sql', 'SELECT id\nFROM orders\nWHERE id = 1'],
    ['sql', 'select * from orders;'],
    ['sql', 'WITH a AS (SELECT 1) SELECT * FROM a'],
    ['sql', 'UPDATE orders SET state = 1'],
    ['sql', "INSERT INTO orders VALUES (1, '订单');"],
    ['xml', '<?xml version="1.0"?>\n<order/>'],
    ['bash', "curl -X POST \\\n  'https://api.example.com/orders'"],
    ['http', 'POST /orders HTTP/1.1\nHost: api.example.com\n\n{}'],
    ['http', 'HTTP/1.1 200 OK\nContent-Type: text/plain'],
  ])('is %s for %j', (language, text) => {
    expect(codeLanguage({ plain: text })).toBe(language);
  });

  it.each([
    ['python', 'python', 'def f():\n    return 1'],
    ['tsx', 'typescriptreact', 'const a = (\n  <b />\n);'],
    ['json5', 'jsonc', '{\n  "a": 1 // one\n}'],
    ['json', 'plaintext', '{\n  "a": 1\n}'],
    ['json', 'javascript', '{"a": 1}'],
    [undefined, 'python', 'total'],
    [undefined, 'markdown', 'One\nTwo'],
    [undefined, 'constructor of', 'One\nTwo'],
  ])('is %s for text that Visual Studio Code copies as %s', (language, mode, plain) => {
    const editorData = JSON.stringify({ version: 1, isFromEmptySelection: false, mode });
    expect(codeLanguage({ plain, editorData })).toBe(language);
  });

  it.each([
    '',
    'text',
    '42',
    '"text"',
    '[1]',
    '[ ]',
    '[x]',
    '[a link](https://a.example)',
    '{"id": 1',
    '{id: 1}',
    '{{ variable }}',
    '{"a": 1} and {"b": 2}',
    'Select one of the orders from the list.',
    'select id from orders',
    'Create a table for the orders;',
    'update the page; set the title',
    'Curl up with a book at https://books.example',
    'With a table; you select a row;',
    'The answer is HTTP/1.1 200 OK',
    '<div>text</div>',
  ])('is none for %j', (text) => {
    expect(codeLanguage({ plain: text })).toBeUndefined();
  });

  it('is found in linear time', () => {
    for (const text of [
      `with ${'a as ('.repeat(100_000)}`,
      `select ${'a '.repeat(300_000)}`,
      `update ${'a '.repeat(300_000)}`,
      `create ${'a '.repeat(300_000)}`,
      `curl ${'a '.repeat(300_000)}`,
      `[${' '.repeat(900_000)}`,
      '/*'.repeat(400_000),
    ])
      expect(codeLanguage({ plain: text })).toBeUndefined();
  });
});

describe('code pasted', () => {
  const JSON_TEXT = '{\n  "id": 1\n}';
  const BLOCK = '```json\n{\n  "id": 1\n}\n```\n';

  it('on an empty line is a code block, with the cursor behind it', () => {
    expect(pasted('‹›', JSON_TEXT)).toBe(`${BLOCK}‹›`);
    expect(pasted('Answer:\n‹›\nMore', JSON_TEXT)).toBe(`Answer:\n${BLOCK}‹›\nMore`);
  });

  it('over whole lines replaces them', () => {
    expect(pasted('a\n‹b\nc›\nd', JSON_TEXT)).toBe(`a\n${BLOCK}‹›\nd`);
  });

  it('keeps every character of its lines', () => {
    expect(pasted('‹›', '\r\n  {\r\n\t"a":1.0}\r\n')).toBe('```json\n  {\n\t"a":1.0}\n```\n‹›');
    expect(pasted('‹›', '{"a": "```\\n"}')).toContain('````json\n{"a": "```');
  });

  it.each(['text ‹›', '‹te›xt', '> ‹›', '- ‹›', '```\n‹›\n```', '```\n‹›', '    code\n    ‹›'])(
    'at %j stays as it is',
    (marked) => {
      expect(pasted(marked, JSON_TEXT)).toBeUndefined();
    },
  );

  it('is plain after one undo, and gone after the second', () => {
    const first = undone(paste(stateOf('‹a›'), JSON_TEXT));
    expect(first?.doc.toString()).toBe(JSON_TEXT);
    expect(undone(first)?.doc.toString()).toBe('a');
  });
});
