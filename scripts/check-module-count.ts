import { spawnSync } from 'node:child_process';

/** Without its parser dependency-cruiser reads no modules and still succeeds. */
const MIN_MODULES = 100;

const run = spawnSync(
  'npx',
  ['depcruise', 'packages', 'apps', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
  { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
);
const { modules } = JSON.parse(run.stdout) as { modules: { source: string }[] };
const moduleCount = modules.filter(({ source }) =>
  /^(packages|apps)\/.*\.tsx?$/.test(source),
).length;
process.stdout.write(`${moduleCount} own modules found, at least ${MIN_MODULES} expected\n`);
if (moduleCount < MIN_MODULES) process.exitCode = 1;
