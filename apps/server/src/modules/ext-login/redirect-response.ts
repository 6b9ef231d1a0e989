import type { ErrorName } from '@octavo/contract/errors';
import { EXTERNAL_LOGIN_ERRORS } from '@octavo/contract/external-login';
import { AppError } from '../../app-error.ts';

/** External logins always respond with a redirect, since the browser navigates to their URL. */
export const redirectTo = (location: string) => ({
  status: 303,
  body: '',
  headers: { location, 'cache-control': 'no-store' },
});

const isShownToUsers = (errorName: ErrorName) =>
  EXTERNAL_LOGIN_ERRORS.some((shownName) => shownName === errorName);

/** Redirects to a page of the site that shows the error; rethrows errors that are not shown to users. */
export function redirectWithError(error: unknown, to: string) {
  if (!(error instanceof AppError) || !isShownToUsers(error.errorName)) throw error;
  return redirectTo(`${to}${to.includes('?') ? '&' : '?'}failed=${error.errorName}`);
}
