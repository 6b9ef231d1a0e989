import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { callAddresses } from './plugins/call-addresses.ts';
import { fonts } from './plugins/fonts.ts';
import { noScript } from './plugins/no-script.ts';
import { precompress } from './plugins/precompress.ts';

/** What every screen needs and what changes least often: one file that browsers keep. */
const framework = {
  name: 'framework',
  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//,
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), callAddresses(), fonts(), noScript(), precompress()],
  build: {
    outDir: 'dist',
    manifest: true,
    license: { fileName: 'third-party-licenses.md' },
    rolldownOptions: { output: { codeSplitting: { groups: [framework] } } },
  },
  server: { proxy: { '/api': process.env['SERVER_URL'] ?? 'http://127.0.0.1:3000' } },
  test: { environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
});
