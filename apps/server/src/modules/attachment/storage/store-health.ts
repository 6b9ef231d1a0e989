import { StorageError } from '../../../storage-error.ts';

/** While files cannot be stored, a probe checks the store again this often. */
const CHECK_INTERVAL_MS = 30_000;

/** Remembers the outcome of the last write, so that a health probe of a working store writes nothing. */
export function createStoreHealth(now: () => Date) {
  let state: 'unknown' | 'fine' | 'failing' = 'unknown';
  let nextCheck = 0;
  const postponeCheck = () => (nextCheck = now().getTime() + CHECK_INTERVAL_MS);

  return {
    /** Other errors than a `StorageError` say nothing of the store. */
    async watch<T>(writing: Promise<T>): Promise<T> {
      try {
        return await writing;
      } catch (error) {
        if (error instanceof StorageError) {
          state = 'failing';
          postponeCheck();
        }
        throw error;
      }
    },
    written(): void {
      state = 'fine';
    },
    /** The last known state. A check that is due runs in the background: a silent store delays no probe. */
    isFailing(check: () => Promise<unknown>): boolean {
      if (state !== 'fine' && now().getTime() >= nextCheck) {
        postponeCheck();
        // Without a database the store is not known, and the probe reports that instead.
        check().catch(() => undefined);
      }
      return state === 'failing';
    },
  };
}
