import { describe, expect, it } from 'vitest';
import { isSafeImage, isSafeLink } from './url-safety.ts';

const PNG = 'data:image/png;base64,iVBORw0KGgo=';

describe('isSafeLink and isSafeImage', () => {
  it.each([
    ['https://example.com', true, true],
    ['HTTP://example.com', true, true],
    ['//example.com/x', true, true],
    ['/page/1?a=b:c', true, true],
    ['page/1#a:b', true, true],
    ['#中文', true, true],
    ['', true, true],
    ['mailto:a@example.com', true, false],
    ['tel:+4912345', true, false],
    [PNG, false, true],
    [`${PNG}" onerror="x`, false, false],
    ['data:image/svg+xml;base64,AAAA', false, false],
    ['data:text/html,x', false, false],
    ['javascript:alert(1)', false, false],
    [`${'\t'.repeat(500)}javascript:alert(1)`, false, false],
    ['java\u200bscript:alert(1)', false, false],
    ['ftp://example.com', false, false],
    ['unknown:x', false, false],
  ])('%j is safe as a link: %s, as an image: %s', (address, link, image) => {
    expect(isSafeLink(address)).toBe(link);
    expect(isSafeImage(address)).toBe(image);
  });
});
