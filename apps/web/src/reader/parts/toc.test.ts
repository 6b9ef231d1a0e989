import { expect, it } from 'vitest';
import { tocOf } from './toc.tsx';

const outline = (levels: string) =>
  Array.from(levels, (level, at) => ({ id: `h${at}`, level: Number(level), text: `H${at}` }));
const listed = (levels: string) =>
  tocOf(outline(levels)).map(({ id, isBelow }) => (isBelow ? `-${id}` : id));

it('the list of headings holds the second and third level', () => {
  expect(listed('2343')).toEqual(['h0', '-h1', '-h3']);
});

it('a first-level heading that stands alone is a title, several are sections', () => {
  expect(listed('1223')).toEqual(['h1', 'h2', '-h3']);
  expect(listed('1212')).toEqual(['h0', '-h1', 'h2', '-h3']);
});

it('a page of the old template lists its fifth-level headings', () => {
  expect(listed('555')).toEqual(['h0', 'h1', 'h2']);
});

it('fewer than two headings need no list', () => {
  expect(listed('2')).toEqual([]);
  expect(listed('12')).toEqual([]);
  expect(tocOf()).toEqual([]);
});
