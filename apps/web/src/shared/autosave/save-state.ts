import type { Calls } from '@octavo/contract';
import type { CallInput, CallResponse } from '@octavo/contract/define-call';
import { errors } from '@octavo/contract/errors';
import { BusinessError, NetworkError, isOverloaded } from '../api/call-error.ts';
import { joinCountdown } from '../api/retry-countdown.ts';
import type { LockEvent } from '../lock/lock-state.ts';
import { lockRejection } from '../lock/acquire-lock.ts';

export type SaveInput = CallInput<Calls['page']['save']>;
export type SaveResult = CallResponse<Calls['page']['save']>;

/** The version that another user has saved in the meantime. */
export interface ConflictingVersion {
  readonly version: number;
  readonly page_content: string;
  readonly author_username: string;
  readonly author_name: string;
  readonly addtime: string;
}

export type SaveState =
  | { readonly kind: 'rest' }
  /** Files are uploaded first, so that the saved text has their links. */
  | { readonly kind: 'saving'; readonly awaitsUploads?: true }
  /** No response: the draft is stored on this device and the save is retried automatically. */
  | { readonly kind: 'waiting'; readonly since: number }
  /** The server is overloaded: the save is retried at this time. */
  | { readonly kind: 'busy'; readonly retryAt: number }
  | { readonly kind: 'login' }
  | { readonly kind: 'conflict'; readonly theirs: ConflictingVersion }
  /** Another user has locked the page; the lock notice shows who. */
  | { readonly kind: 'locked'; readonly rejection: LockEvent }
  | { readonly kind: 'refused'; readonly code: number; readonly message: string };

/** HTTP statuses of a busy or starting server: a retry can succeed. */
export const isTransientStatus = (status: number) => status === 429 || status >= 500;

/** The state after a failed save. The draft is kept in every case. */
export function stateAfterError(error: unknown, since: number): SaveState {
  if (!(error instanceof BusinessError))
    return error instanceof NetworkError
      ? { kind: 'waiting', since }
      : { kind: 'refused', code: 0, message: String(error) };
  if (isOverloaded(error)) return { kind: 'busy', retryAt: joinCountdown().end };
  if (isTransientStatus(error.status)) return { kind: 'waiting', since };
  if (error.code === errors.loginNeeded.code) return { kind: 'login' };
  if (error.code === errors.saveConflict.code)
    // The server sends this data with this error code (`assertNotStale`).
    return { kind: 'conflict', theirs: error.data as ConflictingVersion };
  const rejection = lockRejection(error);
  if (rejection) return { kind: 'locked', rejection };
  return { kind: 'refused', code: error.code, message: error.message };
}

/** The name that notices show for a user. */
export const authorName = ({ author_name, author_username }: ConflictingVersion) =>
  author_name || author_username;
