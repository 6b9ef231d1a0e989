import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callAddresses } from './plugins/call-addresses.ts';
import { fonts } from './plugins/fonts.ts';
import { paintFirst } from './plugins/paint-first.ts';
import { precompress } from './plugins/precompress.ts';
import { readerChunks } from './plugins/reader-chunks.ts';

/**
 * The reader is built apart from the application: nothing that only working screens need can slip
 * into it. Once for the browser, once (`--ssr`) for the server, which then needs no React of its own.
 */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [
    react(),
    callAddresses(),
    ...(isSsrBuild ? [] : [fonts(), paintFirst(), precompress()]),
  ],
  ssr: { noExternal: true },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist',
    emptyOutDir: isSsrBuild,
    // Every browser that can run the reader preloads by itself.
    modulePreload: { polyfill: false },
    // The content security policy allows no font out of a style sheet.
    assetsInlineLimit: 0,
    manifest: isSsrBuild ? false : '.vite/reader-manifest.json',
    license: isSsrBuild ? false : { fileName: 'third-party-licenses-reader.md' },
    rolldownOptions: {
      input: isSsrBuild ? 'src/reader/entry-server.tsx' : 'reader.html',
      ...(isSsrBuild
        ? {}
        : {
            output: {
              codeSplitting: readerChunks(`${import.meta.dirname}/src/reader/entry-client.tsx`),
            },
          }),
    },
  },
}));
