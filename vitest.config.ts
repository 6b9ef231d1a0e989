import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { WAIT } from './apps/server/src/testing/wait.ts';
import { LongFilesFirst } from './scripts/ci/long-files-first.ts';

/** They end a test that hangs and do not judge speed: a busy machine may take minutes. */
const limits: TestProjectInlineConfiguration['test'] = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: WAIT.timeout, interval: WAIT.interval } },
};

const onNode: TestProjectInlineConfiguration['test'] = {
  pool: 'forks',
  globalSetup: ['apps/server/src/testing/global-setup.ts'],
  setupFiles: ['scripts/ci/seed.ts'],
  ...limits,
};

/** They measure what their process does, start others or put faults in: nothing may have run before them. */
const APART = [
  'apps/server/src/process/**/*.test.ts',
  'apps/server/src/security/{enumeration,planted-faults,query-count}.test.ts',
  'apps/server/src/modules/import/archive/archive.test.ts',
  'packages/markdown/src/cost.test.ts',
];

export default defineConfig({
  test: {
    // Two cores: one of three files waits at any time, for a process that starts or a fault that must pass.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        // One file after the other in the same process: the product is loaded once, opened by each.
        test: {
          ...onNode,
          name: 'node',
          isolate: false,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: APART,
        },
      },
      { test: { ...onNode, name: 'apart', include: APART } },
      {
        extends: './apps/web/vite.config.ts',
        test: { ...limits, name: 'web', root: './apps/web' },
      },
    ],
  },
});
