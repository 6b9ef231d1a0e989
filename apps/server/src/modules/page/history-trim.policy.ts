import { FULL } from './history-codec.ts';

interface Kept {
  readonly version: number;
  readonly page_comments: string;
  readonly codec: number;
}

interface Trim {
  readonly drop: readonly number[];
  /** Versions that lean on one that goes, and are therefore written whole. */
  readonly whole: readonly number[];
}

/**
 * Which versions go when only the newest `most` and the commented ones stay; `kept` comes newest first,
 * and each that is not whole leans on the one before it in this list.
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
