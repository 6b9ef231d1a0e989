import { existsSync, readFileSync } from 'node:fs';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The parts of both report formats that are counted here. */
interface VitestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

// The test runners own these formats and their versions are pinned, so the casts hold.

function ofVitest(text: string): Counts {
  const report = JSON.parse(text) as VitestReport;
  // A file that cannot be loaded fails the run without a failed test in it.
  const unseen = !report.success && report.numFailedTests === 0 ? 1 : 0;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unseen,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function ofPlaywright(text: string): Counts {
  const { stats, errors } = JSON.parse(text) as PlaywrightReport;
  return {
    passed: stats.expected,
    // A test that passes only at the second try is a fault like any other.
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

function read(file: string | undefined, count: (text: string) => Counts): Counts {
  if (file === undefined || !existsSync(file)) {
    console.log(`There is no report ${file ?? ''}: its tests did not run`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  return count(readFileSync(file, 'utf8'));
}

const [vitestFile, playwrightFile] = process.argv.slice(2);
const all = [read(vitestFile, ofVitest), read(playwrightFile, ofPlaywright)];
const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0);

const skipped = sum('skipped');
console.log(
  `${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`,
);
if (sum('failed') > 0 || all.some((counts) => counts.passed === 0)) process.exitCode = 1;
