import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { REPORT_FILE, shorten, writeReport } from './report.ts';
import type { FileResult } from './report.ts';

type SerializedError = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1][number];

function resultOf(module: TestModule): FileResult {
  const tests = [...module.children.allTests()];
  const count = (state: string) => tests.filter((test) => test.result().state === state).length;
  const failures = tests
    .filter((test) => test.result().state === 'failed')
    .map((test) => ({
      title: test.fullName,
      reason: shorten(test.result().errors?.[0]?.stack ?? test.result().errors?.[0]?.message),
    }));
  const isEnded = ['passed', 'failed', 'skipped'].includes(module.state());
  // A file that cannot be loaded, or whose process died, fails without a failed test.
  if (failures.length === 0 && (!isEnded || module.state() === 'failed'))
    failures.push({
      title: isEnded ? 'failed outside of its tests' : 'did not finish',
      reason: shorten(module.errors()[0]?.stack),
    });
  return {
    file: path.relative('.', module.moduleId),
    project: '',
    passed: count('passed'),
    skipped: count('skipped'),
    failures,
  };
}

export default class CiReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    if (REPORT_FILE === undefined) return;
    const files = modules.map(resultOf);
    const errors: string[] = [];
    for (const error of unhandled) {
      const reason = shorten(error.stack ?? error.message);
      const result = files.find(({ file }) => path.resolve(file) === error['VITEST_TEST_PATH']);
      if (result) result.failures.push({ title: 'unhandled error', reason });
      else errors.push(reason);
    }
    writeReport(REPORT_FILE, { files, errors });
  }
}
