import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { acceptedEncoding, createHtmlCache } from './html-cache.ts';

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

it('a kept document is the same in every encoding', async () => {
  const cache = createHtmlCache();
  const html = Buffer.from('<p>字</p>'.repeat(100));
  cache.set('a', html);
  const kept = cache.get('a');
  expect(await kept?.bytes(undefined)).toEqual(html);
  expect(gunzipSync((await kept?.bytes('gzip')) ?? '')).toEqual(html);
  expect(brotliDecompressSync((await kept?.bytes('br')) ?? '')).toEqual(html);
  expect(cache.get('b')).toBeUndefined();
});
