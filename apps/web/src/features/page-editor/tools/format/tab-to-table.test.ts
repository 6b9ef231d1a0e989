import { expect, it } from 'vitest';
import { tabToTable } from './tab-to-table.ts';

it('uses the first line as the table head', () => {
  expect(tabToTable('Name\tAge\r\nMei\t30\r\n 林 \t\r\n')).toBe(
    '| Name | Age |\n| --- | --- |\n| Mei | 30 |\n| 林 |  |',
  );
});

it('pads short rows and drops empty rows and columns at the end', () => {
  expect(tabToTable('a\tb\tc\t\t\nd\n\t\t\n\n')).toBe(
    '| a | b | c |\n| --- | --- | --- |\n| d |  |  |',
  );
});

it('parses quoted cells as spreadsheet programs write them', () => {
  expect(tabToTable('a\t"two\nlines"\t"say ""hi"""\n"x"y\t3" disk\t4')).toBe(
    '| a | two<br>lines | say "hi" |\n| --- | --- | --- |\n| "x"y | 3" disk | 4 |',
  );
});

it('escapes Markdown in cells', () => {
  expect(tabToTable('a|b\t<i>*x*')).toBe(String.raw`| a\|b | \<i>\*x\* |` + '\n| --- | --- |');
});

it.each(['', '\n\n', '\t\t', ' '])('returns undefined for %j', (text) => {
  expect(tabToTable(text)).toBeUndefined();
});
