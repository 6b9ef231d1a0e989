import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { stripSchemas } from './plugins/strip-schemas.ts';
import { fonts } from './plugins/fonts.ts';
import { deferHydration } from './plugins/defer-hydration.ts';
import { precompress } from './plugins/precompress.ts';
import { readerChunks } from './plugins/reader-chunks.ts';

/**
 * The reader is built separately from the application, so that no code of the workspace screens gets into its
 * bundle. It is built once for the browser and once (`--ssr`) for the server, which then needs no React dependency.
 */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [
    react(),
    stripSchemas(),
    ...(isSsrBuild ? [] : [fonts(), deferHydration(), precompress()]),
  ],
  ssr: { noExternal: true },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist',
    emptyOutDir: isSsrBuild,
    // All supported browsers implement modulepreload.
    modulePreload: { polyfill: false },
    // The content security policy blocks fonts that are inlined as data URLs.
    assetsInlineLimit: 0,
    manifest: isSsrBuild ? false : '.vite/reader-manifest.json',
    license: isSsrBuild ? false : { fileName: 'third-party-licenses-reader.md' },
    rolldownOptions: {
      input: isSsrBuild ? 'src/reader/entry-server.tsx' : 'reader.html',
      ...(isSsrBuild
        ? {}
        : {
            output: {
              codeSplitting: readerChunks(`${import.meta.dirname}/src/reader`),
            },
          }),
    },
  },
}));
