import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { callAddresses } from './plugins/call-addresses.ts';
import { chunks } from './plugins/chunks.ts';
import { fonts } from './plugins/fonts.ts';
import { noScript } from './plugins/no-script.ts';
import { precompress } from './plugins/precompress.ts';
import { readerPages } from './plugins/reader-pages.ts';
import { mendedEngine } from './plugins/mended-engine.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    callAddresses(),
    fonts(),
    noScript(),
    precompress(),
    readerPages(),
    mendedEngine(),
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
