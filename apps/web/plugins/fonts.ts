import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const licences = [
  import.meta.resolve('@fontsource-variable/inter/LICENSE'),
  import.meta.resolve('@fontsource-variable/jetbrains-mono/LICENSE'),
];

/**
 * Asks the browser for the text font before it has read the style sheets, and puts the fonts'
 * licence, which must travel with them, beside the licences of the bundled code.
 */
export function fonts(): Plugin {
  return {
    name: 'octavo-fonts',
    apply: 'build',
    async generateBundle() {
      const texts = licences.map((address) => readFile(fileURLToPath(address), 'utf8'));
      this.emitFile({
        type: 'asset',
        fileName: 'font-licenses.txt',
        source: (await Promise.all(texts)).join('\n\n'),
      });
    },
    transformIndexHtml(_html, { bundle = {} }) {
      const text = Object.keys(bundle).find((file) => /\/inter-latin[^/]*\.woff2$/.test(file));
      if (!text) return [];
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${text}` };
      return [{ tag: 'link', attrs: { ...attrs, crossorigin: '' }, injectTo: 'head' }];
    },
  };
}
