import { errorMessage } from './error-reporting.ts';

/** A file could not be written, through no error of the sender. The caller gets `storageFailed`. */
export class StorageError extends Error {
  /** The code of the cause, so that a lost connection to a store still counts as a transient failure. */
  readonly code: string | undefined;

  constructor(cause: unknown) {
    super(errorMessage(cause), { cause });
    this.code = (cause as NodeJS.ErrnoException | undefined)?.code;
  }
}

/** For `promise.catch`. */
export function throwStorageError(cause: unknown): never {
  throw new StorageError(cause);
}
