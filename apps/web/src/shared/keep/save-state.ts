import type { Calls } from '@octavo/contract';
import type { CallInput, CallResponse } from '@octavo/contract/define-call';
import { errors } from '@octavo/contract/errors';
import { BusinessError, NetworkError } from '../api/call-error.ts';
import { isOverloaded } from '../api/is-overloaded.ts';
import { joinCountdown } from '../api/retry-countdown.ts';
import type { LockEvent } from '../lock/lock-state.ts';
import { lockRefusal } from '../lock/take-lock.ts';

export type SaveInput = CallInput<Calls['page']['save']>;
export type Saved = CallResponse<Calls['page']['save']>;

/** The version that another user has saved in the meantime. */
export interface Theirs {
  readonly version: number;
  readonly page_content: string;
  readonly author_username: string;
  readonly author_name: string;
  readonly addtime: string;
}

export type SaveState =
  | { readonly kind: 'rest' }
  | { readonly kind: 'saving' }
  /** No response: the draft is stored on this device and the save is retried automatically. */
  | { readonly kind: 'waiting'; readonly since: number }
  /** The server is overloaded: the save is retried at this time. */
  | { readonly kind: 'busy'; readonly retryAt: number }
  | { readonly kind: 'login' }
  | { readonly kind: 'conflict'; readonly theirs: Theirs }
  /** Another user has locked the page; the lock notice shows who. */
  | { readonly kind: 'locked'; readonly refusal: LockEvent }
  | { readonly kind: 'refused'; readonly code: number; readonly message: string };

/** HTTP statuses of a busy or starting server: a retry can succeed. */
const isPassing = (status: number) => status === 429 || status >= 500;

/** The state after a failed save. The draft is kept in every case. */
export function stateAfter(error: unknown, since: number): SaveState {
  if (!(error instanceof BusinessError))
    return error instanceof NetworkError
      ? { kind: 'waiting', since }
      : { kind: 'refused', code: 0, message: String(error) };
  if (isOverloaded(error)) return { kind: 'busy', retryAt: joinCountdown().end };
  if (isPassing(error.status)) return { kind: 'waiting', since };
  if (error.code === errors.loginNeeded.code) return { kind: 'login' };
  if (error.code === errors.saveConflict.code)
    // The contract defines the data of this error code.
    return { kind: 'conflict', theirs: error.data as Theirs };
  const refusal = lockRefusal(error);
  if (refusal) return { kind: 'locked', refusal };
  return { kind: 'refused', code: error.code, message: error.message };
}

/** The name that notices show for a user. */
export const authorName = ({ author_name, author_username }: Theirs) =>
  author_name || author_username;
