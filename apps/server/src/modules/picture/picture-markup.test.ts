import { expect, it } from 'vitest';
import { toHtml } from '@octavo/markdown/to-html';
import { extractPictureKeys, addPictureSizes } from './picture-markup.ts';

const key = 'a'.repeat(32);
const address = `/file/${key}/states.png`;
const large = { file_key: key, file_type: 'image/png', width: 1200, height: 600 };
const small = { ...large, width: 300, height: 150 };
const html = (markdown: string) => toHtml(markdown).html;

it('adds dimensions and smaller variants to a picture', () => {
  const made = html(`![](${address})`);
  expect(extractPictureKeys(made)).toEqual([key]);
  const sized = addPictureSizes(made, [large]);
  expect(sized).toContain(` src="${address}" width="1200" height="600" srcset="`);
  expect(sized).toContain(`${address}?w=480 480w, ${address}?w=960 960w, ${address} 1200w"`);
  expect(addPictureSizes(made, [small])).not.toContain('srcset');
  expect(addPictureSizes(made, [{ ...large, file_type: 'image/gif' }])).not.toContain('srcset');
});

it('keeps the width set by the author', () => {
  const made = (width: string) =>
    addPictureSizes(html(`<img alt="a > b" width="${width}" src="${address}">`), [small]);
  expect(made('100')).toContain(' height="50"');
  expect(made('50%')).not.toContain(' height=');
});

it('does not change other URLs, code and unknown files', () => {
  for (const markdown of [
    `![](https://elsewhere.test${address})`,
    `![](/file/${'b'.repeat(32)}/states.png)`,
    `\`<img src="${address}">\``,
    `[states](${address})`,
    `![](${address}?x=1)`,
  ]) {
    const made = html(markdown);
    expect(addPictureSizes(made, [large])).toBe(made);
  }
});
