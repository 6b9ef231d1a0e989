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

/** The text that somebody else has saved meanwhile. */
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
  /** No answer: the text is kept here and sent again by itself. */
  | { readonly kind: 'waiting'; readonly since: number }
  /** The server sheds load: the text is sent again at this time. */
  | { readonly kind: 'busy'; readonly retryAt: number }
  | { readonly kind: 'login' }
  | { readonly kind: 'conflict'; readonly theirs: Theirs }
  /** Another person has the page; the lock's notice says who. */
  | { readonly kind: 'locked'; readonly refusal: LockEvent }
  | { readonly kind: 'refused'; readonly code: number; readonly message: string };

/** Statuses of a server that is busy or on its way up: asking again helps. */
const isPassing = (status: number) => status === 429 || status >= 500;

/** What a failed save means for the text. Whatever it is, the text stays. */
export function stateAfter(error: unknown, since: number): SaveState {
  if (!(error instanceof BusinessError))
    return error instanceof NetworkError
      ? { kind: 'waiting', since }
      : { kind: 'refused', code: 0, message: String(error) };
  if (isOverloaded(error)) return { kind: 'busy', retryAt: joinCountdown().end };
  if (isPassing(error.status)) return { kind: 'waiting', since };
  if (error.code === errors.loginNeeded.code) return { kind: 'login' };
  if (error.code === errors.saveConflict.code)
    // The facts that the contract promises with this code.
    return { kind: 'conflict', theirs: error.data as Theirs };
  const refusal = lockRefusal(error);
  if (refusal) return { kind: 'locked', refusal };
  return { kind: 'refused', code: error.code, message: error.message };
}

/** The one name of a person on every notice. */
export const authorName = ({ author_name, author_username }: Theirs) =>
  author_name || author_username;
