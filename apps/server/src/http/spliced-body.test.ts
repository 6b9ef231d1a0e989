import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createSharedPart, encodeAround } from './spliced-body.ts';

const menu = createSharedPart(
  Buffer.from(JSON.stringify(Array.from({ length: 5000 }, (_, n) => `目${n}`))),
);
const before = Buffer.from('{"名":"a","menu":');

it.each([before, Buffer.alloc(0), Buffer.alloc(70_000, 'x')])(
  'the content is the same in every encoding',
  async (head) => {
    const spliced = encodeAround(head, menu, Buffer.from('}'));
    const whole = Buffer.concat([head, menu.plain, Buffer.from('}')]);
    expect((await spliced.encodeFor(undefined)).bytes).toEqual(whole);
    const { encoding, bytes } = await spliced.encodeFor('gzip, br');
    expect(encoding ? gunzipSync(bytes) : bytes).toEqual(whole);
    expect(spliced.size).toBe(whole.length);
  },
);

it('is compressed if the bytes around the shared part are few', async () => {
  const { encoding, bytes } = await encodeAround(before, menu, Buffer.from('}')).encodeFor('gzip');
  expect(encoding).toBe('gzip');
  expect(bytes.length).toBeLessThan(menu.plain.length / 2);
});

it('the ETag changes with each of the parts', () => {
  const other = createSharedPart(Buffer.from('[]'));
  const tags = [
    encodeAround(before, menu, before),
    encodeAround(before, other, before),
    encodeAround(Buffer.from('{'), menu, before),
    encodeAround(before, menu, Buffer.from('}')),
  ].map(({ etag }) => etag);
  expect(new Set(tags).size).toBe(tags.length);
});
