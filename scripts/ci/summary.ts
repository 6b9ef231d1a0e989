import { existsSync } from 'node:fs';
import { readReport } from './report.ts';
import type { RunnerResult } from './report.ts';

const indent = (text: string) => text.split('\n').join('\n    ');

function readResult(file: string): RunnerResult {
  if (existsSync(file)) return readReport(file) as RunnerResult;
  return { passed: 0, skipped: 0, failures: [`no report ${file}: no test ran`], flaky: [] };
}

const results = process.argv.slice(2).map(readResult);
const passed = results.reduce((total, result) => total + result.passed, 0);
const skipped = results.reduce((total, result) => total + result.skipped, 0);
const failures = results.flatMap((result) => result.failures);

// Readers look at the end of a log, so failures and their reasons are repeated here.
for (const text of results.flatMap((result) => result.flaky)) console.log(`flaky: ${indent(text)}`);
for (const text of failures) console.log(`✗ ${indent(text)}`);
console.log(`${passed} passed, ${failures.length} failed${skipped ? `, ${skipped} skipped` : ''}`);
if (failures.length > 0 || results.some((result) => result.passed === 0)) process.exitCode = 1;
