import { describe, expect, it } from 'vitest';
import { parseRange } from './byte-range.policy.ts';

describe('byte range', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-', { start: 2, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=4-99', { start: 4, end: 9 }],
    ['bytes=10-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=5-2', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,4-5', undefined],
    ['lines=0-1', undefined],
  ])('%s of 10 bytes', (range, expected) => {
    expect(parseRange({ range }, '"a"', 10)).toEqual(expected);
  });

  it('is ignored when If-Range does not match the ETag', () => {
    const range = 'bytes=1-2';
    expect(parseRange({ range, 'if-range': '"b"' }, '"a"', 10)).toBeUndefined();
    expect(parseRange({ range, 'if-range': '"a"' }, '"a"', 10)).toEqual({ start: 1, end: 2 });
  });
});
