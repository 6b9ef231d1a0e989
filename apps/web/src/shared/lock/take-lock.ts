import { calls } from '@octavo/contract';
import type { CallResponse } from '@octavo/contract/define-call';
import { errors } from '@octavo/contract/errors';
import { RELEASE } from '@octavo/contract/page-lock';
import { BusinessError } from '../api/call-error.ts';
import { call } from '../api/call.ts';

export type LockAsk = CallResponse<typeof calls.page.setLock>['asks'][number];

/** Whoever has the page now. */
export interface Holder {
  readonly lock_username: string;
  readonly lock_name: string;
  readonly addtime: string | null;
}

/** What became of the wish to have a page. */
export type Taken =
  | { readonly kind: 'held'; readonly lock_token: string; readonly asks: readonly LockAsk[] }
  | { readonly kind: 'other'; readonly holder: Holder }
  /** A newer tab or another device of the same person has it. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'unknown' };

/** Takes a page for this editor; with the token of a lock it has, keeps it. */
export async function takeLock(page_id: number, lock_token?: string): Promise<Taken> {
  const input = { page_id, ...(lock_token !== undefined && { lock_token }) };
  try {
    return { kind: 'held', ...(await call(calls.page.setLock, input, { silent: true })) };
  } catch (error) {
    if (!(error instanceof BusinessError) || error.code !== errors.pageLocked.code)
      return { kind: 'unknown' };
    // The facts that the contract promises with this code.
    const { is_cur_user, ...holder } = error.data as Holder & { is_cur_user: 0 | 1 };
    return is_cur_user === 1 ? { kind: 'elsewhere' } : { kind: 'other', holder };
  }
}

/** Gives a page back; as a beacon, which a tab that is being closed can still send. */
export function releaseLock(page_id: number, lock_token: string): void {
  const body = new URLSearchParams({
    page_id: String(page_id),
    lock_to: String(RELEASE),
    lock_token,
  });
  navigator.sendBeacon(calls.page.setLock.path, body);
}
