import type { ErrorName } from '@octavo/contract/errors';
import { OUTSIDE_REFUSALS } from '@octavo/contract/outside-login';
import { AppError } from '../../app-error.ts';

/** The answer of a login from outside is always an address: the browser shows it, whatever became of it. */
export const goTo = (location: string) => ({
  status: 303,
  body: '',
  headers: { location, 'cache-control': 'no-store' },
});

const isTold = (refusal: ErrorName) => OUTSIDE_REFUSALS.some((told) => told === refusal);

/** To a screen of ours, with the reason; what is a fault of ours stays one. */
export function turnedAway(error: unknown, to: string) {
  if (!(error instanceof AppError) || !isTold(error.refusal)) throw error;
  return goTo(`${to}${to.includes('?') ? '&' : '?'}failed=${error.refusal}`);
}
