import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { readReport, writeReport } from './report.ts';
import type { FileResult, RunnerResult, TestFailure, TestReport } from './report.ts';

/**
 * `run-tests.ts vitest | playwright`: runs all tests, then each failed file once more, alone. A file that passes in
 * the second run is reported as flaky and does not fail the build.
 */
const RUNNERS = {
  vitest: {
    all: ['vitest', 'run', '--reporter=default', '--reporter=./scripts/ci/vitest-reporter.ts'],
    alone: ({ file }: FileResult) => [file],
  },
  playwright: {
    all: ['playwright', 'test'],
    // Another folder, so that the traces of the failures stay.
    alone: ({ file, project }: FileResult) =>
      `${file} --project ${project} --workers 1 --output .artifacts/e2e-again`.split(' '),
  },
};
/** More failed files than this are not flaky: running them again would only take time. */
const MAX_RERUNS = 12;

const name = process.argv[2];
if (name !== 'vitest' && name !== 'playwright') throw new Error('usage: run-tests.ts <runner>');
const runner = RUNNERS[name];
const reportFile = `.artifacts/${name}.json`;

function run(args: readonly string[]): TestReport {
  rmSync(reportFile, { force: true });
  const env = { ...process.env, TEST_REPORT: reportFile };
  const { status } = spawnSync('npx', args, { stdio: 'inherit', env });
  if (!existsSync(reportFile)) return { files: [], errors: ['the test runner wrote no report'] };
  const report = readReport(reportFile) as TestReport;
  const isFailed = report.errors.length > 0 || report.files.some((one) => one.failures.length > 0);
  if (status !== 0 && !isFailed) report.errors.push(`the test runner exited with code ${status}`);
  return report;
}

function describe({ file, project }: FileResult, { title, reason }: TestFailure): string {
  return `${project ? `[${project}] ` : ''}${file}: ${title}\n${reason}`;
}

const { files, errors } = run(runner.all);
const flaky: string[] = [];
const failedFiles = files.filter(({ failures }) => failures.length > 0);
const results = new Set(files);
if (failedFiles.length <= MAX_RERUNS)
  for (const failed of failedFiles) {
    const { file, project, failures } = failed;
    console.log(`\n── retry in isolation: ${file} ${project}`);
    const again = run([...runner.all, ...runner.alone(failed)]);
    const isSame = (one: FileResult) => one.file === file && one.project === project;
    const result = again.files.find(isSame);
    if (!result || result.failures.length > 0 || again.errors.length > 0) continue;
    results.delete(failed);
    results.add(result);
    flaky.push(...failures.map((each) => describe(failed, each)));
  }

const sum = (of: 'passed' | 'skipped') => [...results].reduce((all, one) => all + one[of], 0);
const failures = [
  ...[...results].flatMap((one) => one.failures.map((each) => describe(one, each))),
  ...errors.map((error) => `outside of every test\n${error}`),
];
const result: RunnerResult = { passed: sum('passed'), skipped: sum('skipped'), failures, flaky };
writeReport(reportFile, result);
process.exitCode = failures.length > 0 || result.passed === 0 ? 1 : 0;
