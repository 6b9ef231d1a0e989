import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const packages = ['@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono'];

/**
 * Asks the browser for the text font before it has read the style sheets, and puts the fonts'
 * licence, which must travel with them, beside the licences of the bundled code.
 */
export function fonts(): Plugin {
  return {
    name: 'octavo-fonts',
    apply: 'build',
    async generateBundle() {
      const licences = packages.map((name) =>
        readFile(fileURLToPath(import.meta.resolve(`${name}/LICENSE`)), 'utf8'),
      );
      this.emitFile({
        type: 'asset',
        fileName: 'font-licenses.txt',
        source: (await Promise.all(licences)).join('\n\n'),
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
