import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

it('decodes UTF-8 that ends within a character, UTF-16 and GB 18030', () => {
  const text = new TextEncoder().encode('订单,数量');
  expect(decodeText(text)).toBe('订单,数量');
  expect(decodeText(text.subarray(0, -1))).toBe('订单,数');
  expect(decodeText(Uint8Array.of(0xb6, 0xa9, 0xb5, 0xa5))).toBe('订单');
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0xa2, 0x8b, 0x55, 0x53, 0x61))).toBe('订单');
  expect(decodeText(Uint8Array.of(0xfe, 0xff, 0x8b, 0xa2, 0x53, 0x55))).toBe('订单');
});

it('rejects binary data', () => {
  expect(() => decodeText(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0))).toThrow('not a text file');
});
