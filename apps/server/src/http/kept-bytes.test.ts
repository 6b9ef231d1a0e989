import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { acceptedEncoding, keepBytes } from './kept-bytes.ts';

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5', 'br'],
  ['identity', undefined],
  [undefined, undefined],
])('a browser that accepts %s gets %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

it('the content is the same in every encoding', async () => {
  const plain = Buffer.from('<p>字</p>'.repeat(200));
  const kept = keepBytes(plain);
  expect((await kept.encoded(undefined)).bytes).toEqual(plain);
  expect(gunzipSync((await kept.encoded('gzip')).bytes)).toEqual(plain);
  expect(brotliDecompressSync((await kept.encoded('br')).bytes)).toEqual(plain);
});

it('a small body is not compressed', async () => {
  expect(await keepBytes(Buffer.from('字')).encoded('br')).toMatchObject({ encoding: undefined });
});
