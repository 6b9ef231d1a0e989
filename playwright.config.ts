import { defineConfig } from '@playwright/test';
import { readdirSync } from 'node:fs';

const INTRANET = 'docs.corp';

/** CI runs each e2e test in one of the two languages, alternately; the nightly run and local runs cover both. */
const isHalved = Boolean(process.env['CI']) && process.env['NIGHTLY'] !== '1';
const e2eFiles = readdirSync('e2e').filter(
  (name) => name.endsWith('.e2e.ts') && !/^(?:visual|xss)\./.test(name),
);
const e2eFilesFor = (language: 'en' | 'zh-cn') =>
  e2eFiles
    .toSorted()
    .filter((_, at) => !isHalved || at % 2 === (language === 'en' ? 0 : 1))
    .map((name) => `**/${name}`);

export default defineConfig<object, { language: 'zh-cn' | 'en'; host: string }>({
  testDir: 'e2e',
  outputDir: '.artifacts/e2e',
  // On two cores, one of three tests is always waiting for a server to start or a retry.
  workers: 3,
  // These timeouts limit hangs and are not performance limits: browser, product and database share two cores.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['./scripts/ci/playwright-reporter.ts']],
  use: {
    // A trace contains every step; recording screenshots too would add an eighth to the run time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // The headless shell needs a quarter less CPU; the nightly run uses the full browser.
      executablePath: process.env['E2E_BROWSER'] ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--host-resolver-rules=MAP ${INTRANET} 127.0.0.1`,
      ],
    },
  },
  // Long tests first and short ones last, so that all workers finish at about the same time.
  projects: [
    // Its screenshots replace the trace.
    {
      name: 'visual',
      testMatch: /\/(?:visual|xss)\.e2e\.ts$/,
      use: { language: 'en', trace: 'off' },
    },
    { name: 'en', testMatch: e2eFilesFor('en'), use: { language: 'en' } },
    { name: 'zh-cn', testMatch: e2eFilesFor('zh-cn'), use: { language: 'zh-cn' } },
    {
      // Not a secure context: the product must work without the browser features that require https.
      name: 'plain-http',
      testMatch: /account\.e2e\.ts$/,
      use: { language: 'en', host: INTRANET },
    },
    {
      // A killed browser cannot write a trace.
      name: 'durability',
      testMatch: /durability\.e2e\.ts$/,
      use: { language: 'en', trace: 'off', actionTimeout: 30_000 },
    },
  ],
});
