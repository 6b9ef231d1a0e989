import { expect, it } from 'vitest';
import { tabToTable } from './tab-to-table.ts';

it('makes a table whose head is the first line', () => {
  expect(tabToTable('Name\tAge\r\nMei\t30\r\n 林 \t\r\n')).toBe(
    '| Name | Age |\n| --- | --- |\n| Mei | 30 |\n| 林 |  |',
  );
});

it('fills short rows and drops what is empty at the end', () => {
  expect(tabToTable('a\tb\tc\t\t\nd\n\t\t\n\n')).toBe(
    '| a | b | c |\n| --- | --- | --- |\n| d |  |  |',
  );
});

it('reads cells in quotation marks as spreadsheets write them', () => {
  expect(tabToTable('a\t"two\nlines"\t"say ""hi"""\n"x"y\t3" disk\t4')).toBe(
    '| a | two<br>lines | say "hi" |\n| --- | --- | --- |\n| "x"y | 3" disk | 4 |',
  );
});

it('keeps text from turning into marks', () => {
  expect(tabToTable('a|b\t<i>*x*')).toBe(String.raw`| a\|b | \<i>\*x\* |` + '\n| --- | --- |');
});

it.each(['', '\n\n', '\t\t', ' '])('has no table of %j', (text) => {
  expect(tabToTable(text)).toBeUndefined();
});
