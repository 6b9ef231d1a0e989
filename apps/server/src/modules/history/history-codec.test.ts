import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { decodeText, encodeText, FULL, isStoredInFull } from './history-codec.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 300 });

describe('an encoded version', () => {
  it('decodes to the same text, whatever the newer text is', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (old, newer) => {
        expect(await decodeText(await encodeText(old, newer), newer)).toBe(old);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['empty', '', 'something newer'],
    ['before an empty text', 'something old', ''],
    ['the same', 'the same text', 'the same text'],
    ['of a few bytes', 'a', 'ab'],
    ['of 2 MB', '订单 order\n'.repeat(150_000), `${'订单 order\n'.repeat(150_000)}more`],
  ])('decodes to the same text when it is %s', async (_case, old, newer) => {
    expect(await decodeText(await encodeText(old, newer), newer)).toBe(old);
  });

  it('is a delta of less than 200 bytes after a small edit of a large page', async () => {
    const newer = Array.from({ length: 2000 }, (_, at) => `| field_${at} | int | ${at * 7919} |`);
    const old = newer.with(1000, '| field_1000 | string | an older line |').join('\n');
    const encoded = await encodeText(old, newer.join('\n'));
    expect(encoded.codec).not.toBe(FULL);
    expect(encoded.data.length).toBeLessThan(200);
  });

  it('is stored in full when the newer text has nothing in common with it', async () => {
    const encoded = await encodeText('abcdefghijklmnopqrstuvwxyz'.repeat(3), '0123456789');
    expect(encoded.codec).toBe(FULL);
  });

  it('throws if its data or the newer text was changed', async () => {
    const newer = Array.from({ length: 50 }, (_, at) => `line ${at * 7919}`).join('\n');
    const encoded = await encodeText(`${newer}!`, newer);
    expect(encoded.codec).not.toBe(FULL);
    await expect(decodeText(encoded, newer.replace('line 7919', 'LINE 7919'))).rejects.toThrow(
      /hash|Data|dict/i,
    );
    const data = Buffer.from(encoded.data);
    data[data.length - 1] = (data.at(-1) ?? 0) ^ 1;
    await expect(decodeText({ ...encoded, data }, newer)).rejects.toThrow(/./);
  });
});

describe('a long history', () => {
  it('stores every 32nd version in full, a short history none', () => {
    expect(isStoredInFull(64, 40)).toBe(true);
    expect(isStoredInFull(65, 40)).toBe(false);
    expect(isStoredInFull(64, 20)).toBe(false);
  });
});
