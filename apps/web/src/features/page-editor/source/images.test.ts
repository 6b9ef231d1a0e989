import { toHtml } from '@octavo/markdown/to-html';
import { describe, expect, it } from 'vitest';
import { changeImage, findImages, locateImage, readImage, type ImageChange } from './images.ts';

function changed(text: string, change: ImageChange, at = text.indexOf('![')): string {
  const image = readImage(text, at);
  if (!image) throw new Error('no image');
  return changeImage(image, change)
    .toSorted((a, b) => b.from - a.from)
    .reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);
}

describe('readImage', () => {
  it.each([
    ['![](a.png)', { alt: '', url: 'a.png', caption: '', width: undefined }],
    [
      '![An \\[order\\]](</f/a (1).png> "How \\"it\\" moves"){width=560}',
      {
        alt: 'An [order]',
        url: '/f/a (1).png',
        caption: 'How "it" moves',
        width: { value: 560, unit: 'px' },
      },
    ],
    [
      "![a](b(1).png 'c'){width=50%}",
      { url: 'b(1).png', caption: 'c', width: { value: 50, unit: '%' } },
    ],
    ['![a [b] `c`](d (e)) f', { alt: 'a [b] `c`', url: 'd', caption: 'e' }],
    ['![a](b){width=5000}', { url: 'b', width: undefined, to: 7 }],
    ['![a](b){width=40}{width=50}', { width: { value: 40, unit: 'px' }, to: 17 }],
  ])('reads the parts of %s', (text, expected) => {
    expect(readImage(text, 0)).toMatchObject(expected);
  });

  it.each(['![a]', '![a](b', '![a\n\nb](c)', '[a](b)', '![a](b c)', ''])(
    'finds none in %j',
    (text) => {
      expect(readImage(text, 0)).toBeUndefined();
    },
  );
});

describe('changeImage', () => {
  const text = 'x ![a](/f/1.png "b"){width=40} y';

  it.each<[ImageChange, string]>([
    [{ width: { value: 75, unit: '%' } }, 'x ![a](/f/1.png "b"){width=75%} y'],
    [{ width: null }, 'x ![a](/f/1.png "b") y'],
    [{ caption: '' }, 'x ![a](/f/1.png){width=40} y'],
    [{ caption: 'say "hi" \\' }, 'x ![a](/f/1.png "say \\"hi\\" \\\\"){width=40} y'],
    [{ alt: 'a]b' }, 'x ![a\\]b](/f/1.png "b"){width=40} y'],
    [{ url: '/f/2 (1).png' }, 'x ![a](</f/2 (1).png> "b"){width=40} y'],
    [{ alt: 'a', caption: 'b', url: '/f/1.png' }, text],
  ])('writes %j', (change, expected) => {
    expect(changed(text, change)).toBe(expected);
  });

  it('adds parts that are missing', () => {
    expect(changed('![](a.png)', { alt: 'b', caption: 'c', width: { value: 9, unit: 'px' } })).toBe(
      '![b](a.png "c"){width=9}',
    );
    expect(changed('![](a.png)', { width: null, caption: ' ' })).toBe('![](a.png)');
  });

  it.each(['a*b*', '`x`', '$x$', '<b>', '[x](y)', 'a\\', 'two\nlines', '中文（图）'])(
    'keeps the words %j in the rendered page',
    (words) => {
      const once = changed('![](a.png)', { alt: words, caption: words });
      const plain = words.replaceAll('\n', ' ');
      expect(readImage(once, 0)).toMatchObject({ alt: plain, caption: plain });
      const { html } = toHtml(once);
      expect(html.match(/<img /g)).toHaveLength(1);
      expect(html).toContain('<figcaption>');
    },
  );
});

describe('findImages', () => {
  it('skips code, escapes and comments, and includes raw HTML and references', () => {
    const text = [
      '`![a](no)` \\![a](no) <!-- ![a](no) --> ![a](1)',
      '```\n![a](no)\n```',
      '> ~~~\n> ![a](no)\n> ~~~\n> ![a](2)',
      '[![a](3)](link) <img alt="x" src="4"> ![a][Ref] ![ref] ![no such]',
      '| ![a](6) |',
      '[ref]: 5',
    ].join('\n\n');
    expect(findImages(text).map(({ url, parts }) => [url, parts !== undefined])).toEqual([
      ['1', true],
      ['2', true],
      ['3', true],
      ['4', false],
      ['5', false],
      ['5', false],
      ['6', true],
    ]);
  });

  it('finds the images that the renderer shows, in the same order', () => {
    const text =
      '![a](/1 "t"){width=4}\n\n- ![b](</2 3>) `![c](/no)`\n  ![d](/4)\n\n> ![e](/5) <img src="/6">\n\n| ![f](/7) |\n|-|\n| ![g](/8) |';
    const rendered = Array.from(
      toHtml(text).html.matchAll(/<img src="([^"]*)"/g),
      ([, url]) => url,
    );
    expect(findImages(text).map(({ url }) => encodeURI(url))).toEqual(rendered);
  });
});

describe('locateImage', () => {
  const text = '![](/a)\n\ntext ![](/b) ![](/a)\n\n![](/a)';
  const rendered = { url: '/a', number: 1, count: 3, line: 2, numberInBlock: 0 };

  it('finds an image by its number among those with the same URL', () => {
    expect(locateImage(text, rendered)?.from).toBe(22);
    expect(locateImage(text, { ...rendered, url: '/b', number: 0, count: 1 })?.from).toBe(14);
    expect(
      locateImage('![](</a b>)', { ...rendered, url: '/a%20b', number: 0, count: 1 })?.from,
    ).toBe(0);
  });

  it('uses the line of the block if the preview shows another number of them', () => {
    const more = `${text} \n\n<a>![](/a)`;
    expect(locateImage(more, rendered)?.from).toBe(22);
    expect(locateImage(more, { ...rendered, line: 99 })).toBeUndefined();
  });

  it('is fast on hostile text', () => {
    for (const piece of [
      '![',
      '![](',
      '`',
      '``` ',
      '<img ',
      '![](<',
      '![](a "',
      '\\',
      '[',
      '{width=',
    ])
      expect(findImages(piece.repeat(20_000))).toEqual([]);
  });
});
