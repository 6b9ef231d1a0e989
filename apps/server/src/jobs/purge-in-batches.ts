/**
 * Small enough that one statement does not exceed the statement timeout, even with long page histories, and holds its
 * row locks for a short time.
 */
const BATCH_SIZE = 500;

/** Repeats a bounded deletion until it finds nothing more. A run that is cut off is continued by the next one. */
export async function purgeInBatches(
  purgeBatch: (limit: number) => Promise<number>,
  limit = BATCH_SIZE,
): Promise<void> {
  while ((await purgeBatch(limit)) === limit);
}
