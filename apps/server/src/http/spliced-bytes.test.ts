import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { sharePart, spliceBytes } from './spliced-bytes.ts';

const menu = sharePart(
  Buffer.from(JSON.stringify(Array.from({ length: 5000 }, (_, n) => `目${n}`))),
);
const before = Buffer.from('{"名":"a","menu":');

it.each([before, Buffer.alloc(0), Buffer.alloc(70_000, 'x')])(
  'the content is the same in every encoding',
  async (head) => {
    const spliced = spliceBytes(head, menu, Buffer.from('}'));
    const whole = Buffer.concat([head, menu.plain, Buffer.from('}')]);
    expect((await spliced.encoded(undefined)).bytes).toEqual(whole);
    const { encoding, bytes } = await spliced.encoded('gzip, br');
    expect(encoding ? gunzipSync(bytes) : bytes).toEqual(whole);
    expect(spliced.size).toBe(whole.length);
  },
);

it('is compressed if the bytes around the shared part are few', async () => {
  const { encoding, bytes } = await spliceBytes(before, menu, Buffer.from('}')).encoded('gzip');
  expect(encoding).toBe('gzip');
  expect(bytes.length).toBeLessThan(menu.plain.length / 2);
});

it('the ETag changes with each of the parts', () => {
  const other = sharePart(Buffer.from('[]'));
  const tags = [
    spliceBytes(before, menu, before),
    spliceBytes(before, other, before),
    spliceBytes(Buffer.from('{'), menu, before),
    spliceBytes(before, menu, Buffer.from('}')),
  ].map(({ tag }) => tag);
  expect(new Set(tags).size).toBe(tags.length);
});
