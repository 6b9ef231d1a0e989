import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const STYLE = fileURLToPath(import.meta.resolve('katex/dist/katex.min.css'));
const FONT = /url\((fonts\/[\w-]+\.woff2)\) format\("woff2"\)(?:,url\([^)]*\) format\("\w+"\))*/g;

/** The KaTeX style sheet with inlined fonts: pages opened from `file:` cannot load font files. */
export function mathStyle(): Plugin {
  return {
    name: 'octavo-math-style',
    apply: 'build',
    async generateBundle() {
      const style = await readFile(STYLE, 'utf8');
      const fonts = new Map<string, string>();
      for (const [, name = ''] of style.matchAll(FONT)) {
        // oxlint-disable-next-line no-await-in-loop
        const bytes = await readFile(path.join(path.dirname(STYLE), name));
        fonts.set(name, bytes.toString('base64'));
      }
      const source = style.replaceAll(
        FONT,
        (_all, name: string) => `url(data:font/woff2;base64,${fonts.get(name)}) format("woff2")`,
      );
      this.emitFile({ type: 'asset', fileName: 'math.css', source });
    },
  };
}
