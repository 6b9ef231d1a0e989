import { FULL } from './history-codec.ts';

interface Kept {
  readonly version: number;
  readonly page_comments: string;
  readonly codec: number;
}

interface Trim {
  readonly drop: readonly number[];
  /** Remaining versions that are deltas to a dropped one and must be stored in full. */
  readonly whole: readonly number[];
}

/**
 * Plans which versions to drop so that only the newest `limit` and the commented ones remain. `stored` is sorted
 * newest first; a version that is not stored in full is a delta to the entry before it.
 */
export function trimHistory(kept: readonly Kept[], most: number): Trim {
  const goes = kept.map((row, at) => at >= most && row.page_comments === '');
  const versions = (rows: readonly Kept[]) => rows.map((row) => row.version);
  return {
    drop: versions(kept.filter((_row, at) => goes[at])),
    whole: versions(
      kept.filter((row, at) => !goes[at] && goes[at - 1] === true && row.codec !== FULL),
    ),
  };
}
