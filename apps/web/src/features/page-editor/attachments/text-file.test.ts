import { expect, it } from 'vitest';
import { toMarkdown, isTextFile } from './text-file.ts';

it.each([
  ['price,"1,5"\nin stock,2\n', '| price | 1,5 |\n| --- | --- |\n| in stock | 2 |'],
  ['a;b\r\n1,5;2\r\n', '| a | b |\n| --- | --- |\n| 1,5 | 2 |'],
  ['a\tb\n1\t2', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
])('converts %j to a table', (text, table) => {
  expect(toMarkdown({ name: 'prices.csv' }, text, 'table')).toBe(table);
});

it('inserts prose unchanged and other text as a code block with a sufficiently long fence', () => {
  expect(toMarkdown({ name: 'a.md' }, '# One\r\n\r\nTwo\r\n', 'text')).toBe('# One\n\nTwo');
  expect(toMarkdown({ name: 'a.JSON' }, '{}\n', 'text')).toBe('```json\n{}\n```');
  expect(toMarkdown({ name: 'a.log' }, '````', 'text')).toBe('`````log\n````\n`````');
});

it('detects text files by their name and rejects large ones', () => {
  expect(isTextFile({ name: 'a.CSV', size: 10 })).toBe(true);
  expect(isTextFile({ name: 'a.csv', size: 2 * 1024 * 1024 })).toBe(false);
  expect(isTextFile({ name: 'a.pdf', size: 10 })).toBe(false);
});
