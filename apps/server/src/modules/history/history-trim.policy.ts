import { FULL } from './history-codec.ts';

interface StoredVersion {
  readonly version: number;
  readonly page_comments: string;
  readonly codec: number;
}

interface TrimPlan {
  readonly drop: readonly number[];
  /** Remaining versions that are deltas to a dropped one and must be stored in full. */
  readonly storedInFull: readonly number[];
}

/**
 * Plans which versions to drop so that only the newest `limit` and the commented ones remain. `stored` is sorted
 * newest first; a version that is not stored in full is a delta to the entry before it.
 */
export function planTrim(stored: readonly StoredVersion[], limit: number): TrimPlan {
  const isDropped = stored.map((row, at) => at >= limit && row.page_comments === '');
  const versions = (rows: readonly StoredVersion[]) => rows.map((row) => row.version);
  return {
    drop: versions(stored.filter((_row, at) => isDropped[at])),
    storedInFull: versions(
      stored.filter(
        (row, at) => !isDropped[at] && isDropped[at - 1] === true && row.codec !== FULL,
      ),
    ),
  };
}
