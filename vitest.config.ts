import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { WAIT } from './apps/server/tests/helpers/wait.ts';
import { LongFilesFirst } from './scripts/ci/long-files-first.ts';

/** These timeouts end a test that hangs; they are not performance limits, since a busy machine may take minutes. */
const timeouts: TestProjectInlineConfiguration['test'] = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: WAIT.timeout, interval: WAIT.interval } },
};

const nodeTest: TestProjectInlineConfiguration['test'] = {
  pool: 'forks',
  globalSetup: ['apps/server/tests/helpers/global-setup.ts'],
  setupFiles: ['scripts/ci/seed.ts'],
  ...timeouts,
};

/** These tests measure their process, start other processes or replace modules, so each needs a fresh process. */
const ISOLATED = [
  'apps/server/tests/process/**/*.test.ts',
  'apps/server/tests/security/{enumeration,mutation,query-count}.test.ts',
  'apps/server/src/modules/import/archive/archive.test.ts',
  'apps/server/src/modules/{directory-sync/directory,user-import/user-import}-size.test.ts',
  'packages/markdown/src/cost.test.ts',
];

export default defineConfig({
  test: {
    // On two cores, one of three files is always waiting for a process to start or a failure to pass.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        // The files of a worker run in the same process: modules are loaded once, and each file opens its own site.
        test: {
          ...nodeTest,
          name: 'node',
          isolate: false,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/{src,tests}/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ISOLATED,
        },
      },
      { test: { ...nodeTest, name: 'isolated', include: ISOLATED } },
      {
        extends: './apps/web/vite.config.ts',
        test: { ...timeouts, name: 'web', root: './apps/web' },
      },
    ],
  },
});
