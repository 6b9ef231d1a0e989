import { expect, it } from 'vitest';
import { toTocEntries } from './toc.tsx';

const outline = (levels: string) =>
  Array.from(levels, (level, at) => ({ id: `h${at}`, level: Number(level), text: `H${at}` }));
const listed = (levels: string) =>
  toTocEntries(outline(levels)).map(({ id, isBelow }) => (isBelow ? `-${id}` : id));

it('lists the headings of the second and third level', () => {
  expect(listed('2343')).toEqual(['h0', '-h1', '-h3']);
});

it('treats a single first-level heading as a title, several as sections', () => {
  expect(listed('1223')).toEqual(['h1', 'h2', '-h3']);
  expect(listed('1212')).toEqual(['h0', '-h1', 'h2', '-h3']);
});

it('lists the fifth-level headings of a page that has no others', () => {
  expect(listed('555')).toEqual(['h0', 'h1', 'h2']);
});

it('is empty for fewer than two headings', () => {
  expect(listed('2')).toEqual([]);
  expect(listed('12')).toEqual([]);
  expect(toTocEntries()).toEqual([]);
});
