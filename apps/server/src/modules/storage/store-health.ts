import { StorageError } from '../../storage-error.ts';

/** While files cannot be stored, a probe checks the store again this often. */
const CHECK_INTERVAL_MS = 30_000;

/** Remembers the outcome of the last write, so that a health probe of a working store writes nothing. */
export function createStoreHealth(now: () => Date) {
  let state: 'unknown' | 'fine' | 'failing' = 'unknown';
  let nextCheck = 0;
  const postponeCheck = () => (nextCheck = now().getTime() + CHECK_INTERVAL_MS);

  return {
    /** Only a `StorageError` is recorded; other errors do not come from the store. */
    async recordFailure<T>(operation: Promise<T>): Promise<T> {
      try {
        return await operation;
      } catch (error) {
        if (error instanceof StorageError) {
          state = 'failing';
          postponeCheck();
        }
        throw error;
      }
    },
    recordSuccess(): void {
      state = 'fine';
    },
    /** The last known state. A check that is due runs in the background, so that a slow store does not delay the probe. */
    isFailing(check: () => Promise<unknown>): boolean {
      if (state !== 'fine' && now().getTime() >= nextCheck) {
        postponeCheck();
        // Fails if the database is down, because the settings of the store are in it; the probe reports that separately.
        check().catch(() => undefined);
      }
      return state === 'failing';
    },
  };
}
