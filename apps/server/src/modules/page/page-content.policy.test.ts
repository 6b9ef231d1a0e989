import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { readContent } from './page-content.policy.ts';

const decoded = (sent: string) => readContent(sent, true, 0);

describe('content that was sent URL-encoded', () => {
  it('is decoded once', () => {
    expect(decoded('%2525')).toBe('%25');
    expect(decoded('a%20b%0Ac')).toBe('a b\nc');
  });

  it('keeps a plus sign, which only forms read as a space', () => {
    expect(decoded('1+1%3D2')).toBe('1+1=2');
  });

  it.each([
    ['100%', '100%'],
    ['%', '%'],
    ['%zz%41', '%zzA'],
    ['50% of %E4%B8%AD', '50% of 中'],
    ['%E4%B8', '%E4%B8'],
    ['%ED%A0%80', '%ED%A0%80'],
    ['%C0%80', '%C0%80'],
    ['%F0%9F%98%80%', '😀%'],
  ])('takes what encodes nothing as text: %s', (sent, expected) => {
    expect(decoded(sent)).toBe(expected);
  });

  it('is byte-equal to what was written, for a thousand documents', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const written = text.replaceAll('\0', '');
        expect(decoded(encodeURIComponent(written))).toBe(written);
        expect(readContent(written, false, 0)).toBe(written);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the size of content', () => {
  const MB = 1024 * 1024;
  it.each([
    ['2 MB of Markdown', 'a'.repeat(2 * MB), false, 0, true],
    ['a byte more', 'a'.repeat(2 * MB + 1), false, 0, false],
    ['2 MB encoded by three', '%41'.repeat(2 * MB), true, 0, true],
    ['more than that', '%41'.repeat(2 * MB + 1), true, 0, false],
    ['32 MB of a sheet', 'a'.repeat(32 * MB), false, 1, true],
    ['a byte more of a sheet', 'a'.repeat(32 * MB + 1), false, 1, false],
  ])('is judged after decoding: %s', (_case, sent, isUrlEncoded, type, fits) => {
    const read = () => readContent(sent, isUrlEncoded, type).length;
    if (fits) expect(read()).toBeGreaterThan(0);
    else expect(read).toThrow('tooLarge');
  });
});
