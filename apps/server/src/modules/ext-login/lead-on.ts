import type { ErrorName } from '@octavo/contract/errors';
import { OUTSIDE_REFUSALS } from '@octavo/contract/outside-login';
import { AppError } from '../../app-error.ts';

/** External logins always respond with a redirect, since the browser navigates to their URL. */
export const goTo = (location: string) => ({
  status: 303,
  body: '',
  headers: { location, 'cache-control': 'no-store' },
});

const isTold = (refusal: ErrorName) => OUTSIDE_REFUSALS.some((told) => told === refusal);

/** Redirects to a page of the site that shows the error; rethrows errors that are not shown to users. */
export function turnedAway(error: unknown, to: string) {
  if (!(error instanceof AppError) || !isTold(error.refusal)) throw error;
  return goTo(`${to}${to.includes('?') ? '&' : '?'}failed=${error.refusal}`);
}
