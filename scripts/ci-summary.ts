import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

interface Summary {
  passed: number;
  skipped: number;
  /** One text for each: where, what, and the first lines of why. */
  failures: string[];
}

/** The parts of both report formats that are read here. */
interface VitestReport {
  success: boolean;
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}
interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[];
  }[];
}
interface PlaywrightReport {
  stats: { expected: number; skipped: number };
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}

// The test runners own these formats and their versions are pinned, so the casts hold.

const LINES = 12;

function failure(place: string, why: string | undefined): string {
  const lines = (why ?? '').split('\n').slice(0, LINES);
  return [`✗ ${place}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

function ofVitest(text: string): Summary {
  const report = JSON.parse(text) as VitestReport;
  const failures = report.testResults.flatMap((file) => {
    const place = relative('.', file.name);
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    // A file that cannot be loaded fails without a failed test in it.
    if (tests.length === 0 && file.status === 'failed') return [failure(place, file.message)];
    return tests.map((test) => failure(`${place}: ${test.fullName}`, test.failureMessages[0]));
  });
  if (!report.success && failures.length === 0)
    failures.push(failure('an error outside of every test', undefined));
  return {
    passed: report.numPassedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  };
}

function ofSuite(suite: PlaywrightSuite): string[] {
  const own = suite.specs.flatMap((spec) =>
    spec.tests
      // A test that passes only at the second try is a fault like any other.
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) =>
        failure(
          `[${test.projectName}] ${suite.file}: ${spec.title}`,
          test.results.find((result) => result.error)?.error?.message,
        ),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap(ofSuite)];
}

function ofPlaywright(text: string): Summary {
  const { stats, suites, errors } = JSON.parse(text) as PlaywrightReport;
  return {
    passed: stats.expected,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap(ofSuite),
      ...errors.map((error) => failure('outside of every browser test', error.message)),
    ],
  };
}

function read(file: string | undefined, summary: (text: string) => Summary): Summary {
  if (file === undefined || !existsSync(file))
    return {
      passed: 0,
      skipped: 0,
      failures: [`✗ no report ${file ?? ''}: its tests did not run`],
    };
  return summary(readFileSync(file, 'utf8'));
}

const [vitestFile, playwrightFile] = process.argv.slice(2);
const all = [read(vitestFile, ofVitest), read(playwrightFile, ofPlaywright)];
const passed = all.reduce((total, part) => total + part.passed, 0);
const skipped = all.reduce((total, part) => total + part.skipped, 0);
const failures = all.flatMap((part) => part.failures);

// The end of a log is what is read: whoever looks there learns what failed and why.
for (const text of failures) console.log(text);
console.log(`${passed} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}`);
if (failures.length > 0 || all.some((part) => part.passed === 0)) process.exitCode = 1;
