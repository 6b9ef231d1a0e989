import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What both test runners write: one entry for each test file, and for each project of it. */
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

/** What `run-tests.ts` leaves for the summary; each text begins with the title of its test. */
export interface RunnerResult {
  passed: number;
  skipped: number;
  failures: string[];
  flaky: string[];
}

const REASON_LINES = 12;

/** The first lines of a message, without the colours of a terminal and the frames of the runner. */
export function shorten(message: string | undefined): string {
  // eslint-disable-next-line no-control-regex
  const plain = (message ?? '').replaceAll(/\u{1b}\[[0-9;]*m/gu, '');
  const lines = plain.split('\n').filter((line) => !line.includes('/node_modules/'));
  return lines.slice(0, REASON_LINES).join('\n');
}

/** Where the reporter of a run writes to: set by `run-tests.ts`. */
export const REPORT_FILE = process.env['TEST_REPORT'];

export function writeReport(file: string, report: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(report, undefined, 1));
}

export function readReport(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
