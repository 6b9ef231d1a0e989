import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { callAddresses } from './call-addresses.plugin.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), callAddresses()],
  build: { outDir: 'dist', manifest: true, license: { fileName: 'third-party-licenses.md' } },
  server: { proxy: { '/api': process.env['SERVER_URL'] ?? 'http://127.0.0.1:3000' } },
  test: { environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
});
