import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

interface Step {
  name: string;
  command: [program: string, ...args: string[]];
  env?: Record<string, string>;
}

const VITEST = ['npx', 'vitest', 'run'] as const;
const FULL_BROWSER = { E2E_BROWSER: '/usr/bin/chromium' };

/** Test sets that are too slow for CI: `npm run nightly` runs all, `npm run nightly <name…>` some. */
const steps: Step[] = [
  { name: 'image', command: ['node', 'scripts/nightly/image.ts'] },
  {
    name: 'fuzz',
    command: [...VITEST, 'apps/server/tests/calls/fuzz.test.ts'],
    env: { FUZZ_RUNS: '2000' },
  },
  {
    name: 'recall',
    command: [...VITEST, 'apps/server/src/modules/search/recall.test.ts'],
    env: { RECALL_WORDS: '2000', RECALL_LARGEST: '20000', RECALL_MANY: '2000' },
  },
  {
    name: 'malformed-input',
    command: [
      ...VITEST,
      'apps/server/tests/security/malformed-input.test.ts',
      'apps/server/tests/security/injection.test.ts',
      'apps/server/tests/security/files.test.ts',
    ],
  },
  { name: 'markdown-cost', command: [...VITEST, 'packages/markdown/src/cost.test.ts'] },
  {
    name: 'timing',
    command: [
      ...VITEST,
      'apps/server/tests/process/redis-loss.test.ts',
      'apps/server/tests/process/database-loss.test.ts',
      'apps/server/tests/process/losing-rights.test.ts',
      'apps/server/src/modules/ext-login/oauth2-login.test.ts',
      'apps/server/src/modules/ext-login/ldap-timeout.test.ts',
      'apps/server/src/modules/page/page-info.test.ts',
      'apps/server/tests/security/enumeration.test.ts',
    ],
  },
  { name: 'search', command: ['node', 'scripts/nightly/search.ts'] },
  {
    name: 'page-links',
    command: [...VITEST, 'apps/server/src/modules/search/many-links.test.ts'],
    env: { LINKED_PAGES: '10000' },
  },
  {
    name: 'file-rows',
    command: [...VITEST, 'apps/server/src/modules/attachment/file-rows.test.ts'],
    env: { FILE_ROWS: '1000000' },
  },
  {
    name: 'admin-lists',
    command: [...VITEST, 'apps/server/src/modules/user/admin-lists.test.ts'],
    env: { ADMIN_ROWS: '1000000' },
  },
  {
    name: 'audit-search',
    command: [...VITEST, 'apps/server/src/modules/audit/audit-search.test.ts'],
    env: { AUDIT_ROWS: '1000000' },
  },
  {
    name: 'directory',
    command: [...VITEST, 'apps/server/src/modules/directory-sync/directory-size.test.ts'],
    env: { DIRECTORY_PEOPLE: '30000' },
  },
  {
    name: 'user-import',
    command: [...VITEST, 'apps/server/src/modules/user-import/user-import-size.test.ts'],
    env: { USER_IMPORT_LINES: '30000' },
  },
  {
    name: 'team-rights',
    command: [...VITEST, 'apps/server/src/modules/team/team-rights-migration.test.ts'],
    env: { TEAM_RIGHTS_TEAMS: '2000', TEAM_RIGHTS_PAIRS: '10000' },
  },
  {
    name: 'backup',
    command: [...VITEST, 'apps/server/src/modules/backup/backup.test.ts'],
    env: { BACKUP_PAGES: '200000', BACKUP_MB: '1000' },
  },
  {
    name: 'caches',
    command: [...VITEST, 'apps/server/tests/process/caches.test.ts'],
    env: { CACHE_CHANGES: '10000' },
  },
  {
    name: 'replicas',
    command: [...VITEST, 'apps/server/tests/process/replicas.test.ts'],
    env: { REPLICA_READS: '100000' },
  },
  {
    name: 'import',
    command: [...VITEST, 'apps/server/tests/process/imports.test.ts'],
    env: { IMPORT_PAGES: '5000' },
  },
  {
    name: 'slow-upload',
    command: [...VITEST, 'apps/server/tests/process/slow-upload.test.ts'],
    env: { SLOW_UPLOAD_MB: '480' },
  },
  {
    name: 'mutants',
    command: [
      ...VITEST,
      'apps/server/src/modules/import/mutated-files.test.ts',
      'apps/server/src/modules/import/real-files.test.ts',
    ],
    env: { IMPORT_MUTANTS: '20000' },
  },
  {
    name: 'visual',
    command: ['npx', 'playwright', 'test', '--project', 'visual'],
    env: { ...FULL_BROWSER, ALL_VARIANTS: '1' },
  },
  {
    name: 'durability',
    command: ['npx', 'playwright', 'test', '--project', 'durability'],
    env: { ...FULL_BROWSER, DURABILITY_SEEDS: '200', DURABILITY_TABLE_SEEDS: '60' },
  },
  {
    name: 'e2e',
    command: ['npx', 'playwright', 'test', '--project', 'en', '--project', 'zh-cn'],
    env: FULL_BROWSER,
  },
  {
    name: 'live-round-trip',
    command: ['npx', 'playwright', 'test', 'editor-live-round-trip', '--project', 'en'],
    env: { ...FULL_BROWSER, LIVE_DOCUMENTS: '500' },
  },
  {
    name: 'sheet',
    command: [
      ...VITEST,
      'packages/sheet',
      'apps/server/src/modules/page/sheet-page.test.ts',
      'apps/server/src/modules/sheet/sheet-files.test.ts',
    ],
    env: { SHEET_RUNS: '1000' },
  },
  { name: 'tree', command: ['node', 'scripts/nightly/tree.ts'] },
  { name: 'large-table', command: ['node', 'scripts/nightly/large-table.ts'] },
  {
    name: 'libreoffice',
    command: [...VITEST, 'apps/server/src/modules/sheet/libreoffice.test.ts'],
    env: { LIBREOFFICE: 'soffice' },
  },
  {
    name: 'formulas',
    command: [...VITEST, 'apps/server/src/modules/sheet/formula-corpus.test.ts'],
    env: { LIBREOFFICE: 'soffice' },
  },
  {
    name: 'word',
    command: [...VITEST, 'apps/server/src/modules/export/word/libreoffice.test.ts'],
    env: { LIBREOFFICE: 'soffice' },
  },
  {
    name: 'round-trip',
    command: [...VITEST, 'apps/server/src/modules/export/round-trip.test.ts'],
    env: { ROUND_TRIP_PAGES: '1000' },
  },
  {
    name: 'export',
    command: [...VITEST, 'apps/server/tests/process/export-size.test.ts'],
    env: { EXPORT_PAGES: '5000' },
  },
  {
    name: 'files-migrate',
    command: [...VITEST, 'apps/server/tests/process/files-migrate.test.ts'],
    env: { MIGRATED_FILES: '20000' },
  },
];

/** Every night uses a new seed; set SEED to repeat a run. */
const SEED = process.env['SEED'] ?? String(randomInt(2 ** 31));

const REPORT_FILE = '.artifacts/nightly.md';

interface StepResult {
  readonly name: string;
  readonly isOk: boolean;
  readonly seconds: string;
}

/** Written after each step, so that a run that is stopped leaves the results so far. */
function writeReport(results: readonly StepResult[], stepCount: number): void {
  const rows = results.map(
    ({ name, isOk, seconds }) => `| ${name} | ${isOk ? 'ok' : 'failed'} | ${seconds} | ${SEED} |`,
  );
  const lines = [
    '# Nightly run',
    '',
    `${results.length} of ${stepCount} steps have ended. Repeat one with \`SEED=${SEED} npm run nightly <name>\`.`,
    '',
    '| Step | Result | Seconds | Seed |',
    '|---|---|---|---|',
    ...rows,
  ];
  mkdirSync(dirname(REPORT_FILE), { recursive: true });
  writeFileSync(REPORT_FILE, `${lines.join('\n')}\n`);
}

function runStep({ name, command: [program, ...args], env }: Step): StepResult {
  console.log(`── ${name}, seed ${SEED}`);
  const start = performance.now();
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, NIGHTLY: '1', SEED, ...env },
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const isOk = status === 0;
  console.log(`── ${name}: ${isOk ? 'ok' : 'failed'}, ${seconds} s\n`);
  return { name, isOk, seconds };
}

const requestedNames = process.argv.slice(2);
const unknown = requestedNames.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  const names = steps.map((step) => step.name).join(', ');
  throw new Error(`Unknown step ${unknown.join(', ')}; the steps are ${names}`);
}
const selectedSteps =
  requestedNames.length > 0 ? steps.filter((step) => requestedNames.includes(step.name)) : steps;
const results: StepResult[] = [];
for (const step of selectedSteps) {
  results.push(runStep(step));
  writeReport(results, selectedSteps.length);
}
const failed = results.filter(({ isOk }) => !isOk).map(({ name }) => name);

console.log(
  failed.length > 0 ? `failed: ${failed.join(', ')}` : `all ${selectedSteps.length} steps ok`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
