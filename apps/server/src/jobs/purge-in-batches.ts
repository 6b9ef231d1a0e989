/**
 * Small enough that one statement does not exceed the statement timeout, even with long page histories, and holds its
 * row locks for a short time.
 */
const BATCH_SIZE = 500;

/** Repeats a bounded statement until it finds nothing more; returns the number of rows. */
export async function purgeInBatches(
  purgeBatch: (limit: number) => Promise<number>,
): Promise<number> {
  let total = 0;
  let purged: number;
  do {
    purged = await purgeBatch(BATCH_SIZE);
    total += purged;
  } while (purged === BATCH_SIZE);
  return total;
}
