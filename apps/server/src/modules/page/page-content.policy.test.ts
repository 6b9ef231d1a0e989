import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { decodeContent } from './page-content.policy.ts';

const decode = (sent: string) => decodeContent(sent, true, 0);

describe('URL-encoded content', () => {
  it('is decoded once', () => {
    expect(decode('%2525')).toBe('%25');
    expect(decode('a%20b%0Ac')).toBe('a b\nc');
  });

  it('keeps plus signs; only form encoding treats them as spaces', () => {
    expect(decode('1+1%3D2')).toBe('1+1=2');
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
  ])('keeps invalid escapes as text: %s', (sent, expected) => {
    expect(decode(sent)).toBe(expected);
  });

  it('decodes to exactly the original, for a thousand random documents', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const original = text.replaceAll('\0', '');
        expect(decode(encodeURIComponent(original))).toBe(original);
        expect(decodeContent(original, false, 0)).toBe(original);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the size of content', () => {
  const MB = 1024 * 1024;
  it.each([
    ['2 MB of Markdown', 2 * MB, 0],
    ['32 MB of a sheet', 32 * MB, 1],
  ])('is limited after decoding: %s and not a byte more', (_case, most, type) => {
    expect(decodeContent('a'.repeat(most), false, type)).toHaveLength(most);
    expect(decodeContent('%41'.repeat(most), true, type)).toHaveLength(most);
    expect(() => decodeContent('a'.repeat(most + 1), false, type)).toThrow('tooLarge');
    expect(() => decodeContent('%41'.repeat(most + 1), true, type)).toThrow('tooLarge');
    expect(() => decodeContent('文'.repeat(most / 2), false, type)).toThrow('tooLarge');
  });
});
