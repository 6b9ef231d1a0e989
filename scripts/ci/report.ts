import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The report of both test runners: one entry for each test file and project. */
export interface TestReport {
  files: FileResult[];
  /** Why the run failed although no test file did. */
  errors: string[];
}
export interface FileResult {
  file: string;
  /** Playwright runs one file in several projects. */
  project: string;
  passed: number;
  skipped: number;
  failures: TestFailure[];
}
export interface TestFailure {
  title: string;
  reason: string;
}

/** The result that `run-tests.ts` writes for the summary; each text begins with the title of its test. */
export interface RunnerResult {
  passed: number;
  skipped: number;
  failures: string[];
  flaky: string[];
}

const REASON_LINES = 12;

/** Returns the first lines of a message without terminal colours and stack frames of the runner. */
export function shorten(message: string | undefined): string {
  // eslint-disable-next-line no-control-regex
  const plain = (message ?? '').replaceAll(/\u{1b}\[[0-9;]*m/gu, '');
  const lines = plain.split('\n').filter((line) => !line.includes('/node_modules/'));
  return lines.slice(0, REASON_LINES).join('\n');
}

/** The file that the reporter writes to, set by `run-tests.ts`. */
export const REPORT_FILE = process.env['TEST_REPORT'];

export function writeReport(file: string, report: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(report, undefined, 1));
}

export function readReport(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
