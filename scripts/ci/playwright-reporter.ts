import type { FullConfig, Reporter, Suite, TestError } from '@playwright/test/reporter';
import path from 'node:path';
import { REPORT_FILE, shorten, writeReport } from './report.ts';
import type { FileResult } from './report.ts';

function resultOf(project: string, suite: Suite): FileResult {
  const tests = suite.allTests();
  const count = (outcome: string) => tests.filter((test) => test.outcome() === outcome).length;
  return {
    file: path.relative('.', suite.location?.file ?? ''),
    project,
    passed: count('expected'),
    skipped: count('skipped'),
    failures: tests
      .filter((test) => test.outcome() === 'unexpected')
      .map((test) => ({
        title: test.title,
        reason: shorten(test.results.find((result) => result.error)?.error?.message),
      })),
  };
}

export default class CiReporter implements Reporter {
  private root!: Suite;
  private readonly errors: string[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.root = suite;
  }

  onError(error: TestError): void {
    this.errors.push(shorten(error.message));
  }

  onEnd(): void {
    if (REPORT_FILE === undefined) return;
    const files = this.root.suites.flatMap((project) =>
      project.suites.map((file) => resultOf(project.title, file)),
    );
    writeReport(REPORT_FILE, { files, errors: this.errors });
  }
}
