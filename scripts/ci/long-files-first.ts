import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Test files that take a minute or more. Started last, one of them would run while the other workers are idle. */
const LONG_FILES = [
  'security/matrix.test.ts',
  'security/bodies.test.ts',
  'security/malformed-input.test.ts',
  'security/non-item-calls.test.ts',
  'backup/backup.test.ts',
  'sample-content/sample-content.test.ts',
  'search/recall.test.ts',
  'calls/empty-fields.test.ts',
  'calls/fuzz.test.ts',
  'process/cli.test.ts',
  'process/files-migrate.test.ts',
  'process/update.test.ts',
];

const isLong = ({ moduleId }: TestSpecification) =>
  LONG_FILES.some((name) => moduleId.endsWith(`/${name}`));

/** In a fresh clone Vitest has no durations of an earlier run and would sort by file size only. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer, not an array
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
