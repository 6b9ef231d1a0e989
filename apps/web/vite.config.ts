import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { stripSchemas } from './plugins/strip-schemas.ts';
import { chunks } from './plugins/chunks.ts';
import { fonts } from './plugins/fonts.ts';
import { noScript } from './plugins/no-script.ts';
import { precompress } from './plugins/precompress.ts';
import { readerPages } from './plugins/reader-pages.ts';
import { patchFortuneSheet } from './plugins/patch-fortune-sheet.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    stripSchemas(),
    fonts(),
    noScript(),
    precompress(),
    readerPages(),
    patchFortuneSheet(),
  ],
  build: {
    outDir: 'dist',
    manifest: true,
    // The content security policy blocks fonts that are inlined as data URLs.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    license: { fileName: 'third-party-licenses.md' },
    rolldownOptions: { output: { codeSplitting: chunks } },
  },
  server: { proxy: { '/api': process.env['SERVER_URL'] ?? 'http://127.0.0.1:3000' } },
  test: {
    environment: 'happy-dom',
    // happy-dom runs no animations, and a dialog waits for the end of its closing animation.
    environmentOptions: {
      happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } },
    },
    include: ['src/**/*.test.{ts,tsx}'],
  },
});
