import { defineConfig } from 'vite';
import { fonts } from './plugins/fonts.ts';
import { mathStyle } from './plugins/math-style.ts';

/**
 * What exported sites bring along, as plain scripts: pages opened from a folder can load neither
 * modules nor fonts of their own. Once for every page, once (`--mode diagrams`) for those that draw.
 */
export default defineConfig(({ mode }) => {
  const isDiagrams = mode === 'diagrams';
  const name = isDiagrams ? 'diagrams' : 'site';
  return {
    root: import.meta.dirname,
    publicDir: false,
    // What is shared with the reader keeps its names: the server writes pages with them.
    css: { modules: { generateScopedName: '[local]' } },
    plugins: isDiagrams ? [] : [fonts(), mathStyle()],
    build: {
      outDir: 'dist/site',
      emptyOutDir: !isDiagrams,
      assetsInlineLimit: 10_000_000,
      cssCodeSplit: false,
      modulePreload: false,
      chunkSizeWarningLimit: 10_000,
      license: { fileName: isDiagrams ? 'licenses-diagrams.md' : 'licenses.md' },
      rolldownOptions: {
        input: `${import.meta.dirname}/src/site/${name}.ts`,
        output: {
          format: 'iife',
          entryFileNames: `${name}.js`,
          assetFileNames: `${name}[extname]`,
        },
      },
    },
  };
});
