import { Chunk } from '@codemirror/merge';
import { Text } from '@codemirror/state';
import { expect, it } from 'vitest';
import { countLines } from './compare.ts';

function changed(now: string, before: string) {
  const [a, b] = [Text.of(now.split('\n')), Text.of(before.split('\n'))];
  const chunks = Chunk.build(a, b);
  return {
    added: chunks.reduce((sum, { fromA, toA }) => sum + countLines(a, fromA, toA), 0),
    removed: chunks.reduce((sum, { fromB, toB }) => sum + countLines(b, fromB, toB), 0),
  };
}

it.each([
  ['nothing', 'a\nb', 'a\nb', 0, 0],
  ['a line that was rewritten', 'a\nB\nc', 'a\nb\nc', 1, 1],
  ['lines that were added in the middle', 'a\nx\ny\nb', 'a\nb', 2, 0],
  ['a line that was removed', 'a\n', 'a\nb\n', 0, 1],
  ['a last line without a break', 'a\nb', 'a\nc', 1, 1],
  ['an empty page that was filled', 'a\nb\nc', '', 3, 0],
])('counts %s', (_what, now, before, added, removed) => {
  expect(changed(now, before)).toEqual({ added, removed });
});
