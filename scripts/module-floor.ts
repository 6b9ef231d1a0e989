import { spawnSync } from 'node:child_process';

/** Without its parser dependency-cruiser reads no modules and still succeeds. */
const FLOOR = 100;

const run = spawnSync(
  'npx',
  ['depcruise', 'packages', 'apps', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
  { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
);
const { modules } = JSON.parse(run.stdout) as { modules: { source: string }[] };
const own = modules.filter(({ source }) => /^(packages|apps)\/.*\.tsx?$/.test(source)).length;
process.stdout.write(`${own} own modules read, at least ${FLOOR} expected\n`);
if (own < FLOOR) process.exitCode = 1;
