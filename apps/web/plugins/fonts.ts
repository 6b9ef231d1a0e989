import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const licences = [
  import.meta.resolve('@fontsource-variable/inter/LICENSE'),
  import.meta.resolve('@fontsource-variable/jetbrains-mono/LICENSE'),
];

/** Latin letters, punctuation and a few symbols; all other characters use the system fonts. */
const CHARACTERS = expandRanges(
  '20-7e a0-ff 131 152-153 2bb-2bc 2c6 2da 2dc 2010-2044 20ac 2122 2190-2193 2212',
);

/** Code is shown without ligatures, so the monospace font is subset without its substitution glyphs. */
const FONTS = [
  { name: /\/inter-latin[^/]*\.woff2$/, noLayoutClosure: false },
  { name: /\/jetbrains-mono-latin[^/]*\.woff2$/, noLayoutClosure: true },
];

function expandRanges(ranges: string): string {
  return ranges
    .split(' ')
    .flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map((code) => Number.parseInt(code, 16));
      return Array.from({ length: to - from + 1 }, (_, index) =>
        String.fromCodePoint(from + index),
      );
    })
    .join('');
}

/**
 * Subsets the fonts, preloads the text font before the style sheets are parsed, and emits the font licences,
 * which must be distributed with the fonts.
 */
export function fonts(): Plugin {
  return {
    name: 'octavo-fonts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const texts = licences.map((address) => readFile(fileURLToPath(address), 'utf8'));
      this.emitFile({
        type: 'asset',
        fileName: 'font-licenses.txt',
        source: (await Promise.all(texts)).join('\n\n'),
      });
      const fontAssets = Object.values(bundle).flatMap((file) => {
        const font = FONTS.find(({ name }) => name.test(file.fileName));
        return font && file.type === 'asset' ? [{ file, font }] : [];
      });
      await Promise.all(
        fontAssets.map(async ({ file, font: { noLayoutClosure } }) => {
          file.source = await subsetFont(Buffer.from(file.source), CHARACTERS, {
            targetFormat: 'woff2',
            variationAxes: { wght: { min: 400, max: 700 } },
            noLayoutClosure,
          });
        }),
      );
    },
    transformIndexHtml(_html, { bundle = {} }) {
      const text = Object.keys(bundle).find((file) => FONTS[0]?.name.test(file));
      if (!text) return [];
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${text}` };
      return [{ tag: 'link', attrs: { ...attrs, crossorigin: '' }, injectTo: 'head' }];
    },
  };
}
