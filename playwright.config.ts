import { defineConfig } from '@playwright/test';
import { readdirSync } from 'node:fs';

const INTRANET = 'docs.corp';

/** CI runs each story in one of the two languages, by turns; at night and by hand both have all. */
const isHalved = Boolean(process.env['CI']) && process.env['NIGHTLY'] !== '1';
const stories = readdirSync('e2e').filter((name) => name.endsWith('.story.ts'));
const storiesIn = (language: 'en' | 'zh-cn') =>
  stories
    .toSorted()
    .filter((_, at) => !isHalved || at % 2 === (language === 'en' ? 0 : 1))
    .map((name) => `**/${name}`);

export default defineConfig<object, { language: 'zh-cn' | 'en'; host: string }>({
  testDir: 'e2e',
  outputDir: '.artifacts/e2e',
  // Two cores: one of three stories waits at any time, for a server that starts or a try that comes later.
  workers: 3,
  // They limit hangs and do not judge speed: two cores are shared by browser, product and database.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['./scripts/ci/playwright-reporter.ts']],
  use: {
    // A trace shows every step as it stood; filming it too would cost an eighth of all the time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // The same engine without windows takes a quarter less of the machine; at night it has them.
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
  // Long tests first and short ones last, so that no worker ends long before the others.
  projects: [
    // Its pictures are its trace.
    { name: 'sweep', testMatch: /\.sweep\.ts$/, use: { language: 'en', trace: 'off' } },
    { name: 'en', testMatch: storiesIn('en'), use: { language: 'en' } },
    { name: 'zh-cn', testMatch: storiesIn('zh-cn'), use: { language: 'zh-cn' } },
    {
      // No secure context: what browsers keep for https must not be missed.
      name: 'plain-http',
      testMatch: /account\.story\.ts$/,
      use: { language: 'en', host: INTRANET },
    },
    {
      // A browser that is killed can hand over no trace.
      name: 'guarantee',
      testMatch: /\.seeds\.ts$/,
      use: { language: 'en', trace: 'off', actionTimeout: 30_000 },
    },
  ],
});
