import { expect, it } from 'vitest';
import { formatSize } from './format-size.ts';

it.each([
  [0, '0 B'],
  [8, '8 B'],
  [1023, '1,023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [10_189, '10 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [4 * 1024 ** 2, '4 MB'],
  [13.4 * 1024 ** 2, '13 MB'],
  [1.25 * 1024 ** 3, '1.3 GB'],
  [2048 * 1024 ** 3, '2,048 GB'],
])('formats %d bytes as %s', (bytes, written) => {
  expect(formatSize(bytes)).toBe(written);
});
