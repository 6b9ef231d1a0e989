import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { acceptedEncoding, encodeOnce } from './encoded-body.ts';

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
  const body = encodeOnce(plain);
  expect((await body.encodeFor(undefined)).bytes).toEqual(plain);
  expect(gunzipSync((await body.encodeFor('gzip')).bytes)).toEqual(plain);
  expect(brotliDecompressSync((await body.encodeFor('br')).bytes)).toEqual(plain);
});

it('a small body is not compressed', async () => {
  expect(await encodeOnce(Buffer.from('字')).encodeFor('br')).toMatchObject({
    encoding: undefined,
  });
});

it.each(['br', 'gzip', undefined])(
  'a cached body in %s keeps no larger buffer in memory',
  async (encoding) => {
    const { bytes } = await encodeOnce(Buffer.from('tide '.repeat(1000))).encodeFor(encoding);
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  },
);
