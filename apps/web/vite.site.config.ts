import { defineConfig } from 'vite';
import { fonts } from './plugins/fonts.ts';
import { mathStyle } from './plugins/math-style.ts';

/**
 * The assets of exported sites, as classic scripts: pages opened from `file:` can load neither modules nor fonts.
 * Built once for all pages and once (`--mode diagrams`) for pages with diagrams.
 */
export default defineConfig(({ mode }) => {
  const isDiagrams = mode === 'diagrams';
  const name = isDiagrams ? 'diagrams' : 'site';
  return {
    root: import.meta.dirname,
    publicDir: false,
    // Class names are not hashed: the server renders the exported pages with the reader's class names.
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
