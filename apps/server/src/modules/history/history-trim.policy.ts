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

/** `stored` is sorted newest first; a version that is not stored in full is a delta to the entry before it. */
function plan(
  stored: readonly StoredVersion[],
  isDropped: (row: StoredVersion, position: number) => boolean,
): TrimPlan {
  const dropped = stored.map(isDropped);
  const versions = (rows: readonly StoredVersion[]) => rows.map((row) => row.version);
  return {
    drop: versions(stored.filter((_row, at) => dropped[at])),
    storedInFull: versions(
      stored.filter((row, at) => !dropped[at] && dropped[at - 1] === true && row.codec !== FULL),
    ),
  };
}

/** Plans which versions to drop so that only the newest `limit` and the commented ones remain. */
export function planTrim(stored: readonly StoredVersion[], limit: number): TrimPlan {
  return plan(stored, (row, at) => at >= limit && row.page_comments === '');
}

/** Plans how to drop these versions, which are too old. */
export function planExpiry(
  stored: readonly StoredVersion[],
  expired: ReadonlySet<number>,
): TrimPlan {
  return plan(stored, (row) => expired.has(row.version));
}
