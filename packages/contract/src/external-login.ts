import type { ErrorName } from './errors.ts';

/** Errors of an external login. The server passes the name in the redirect URL, and the screen that it leads to shows its text. */
export const EXTERNAL_LOGIN_ERRORS = [
  'providerDown',
  'providerRefused',
  'providerDenied',
  'providerSetup',
  'providerInvalid',
  'accountNotAllowed',
  'attemptEnded',
  'linkTaken',
  'linkInvalid',
  'forbidden',
  'notLinked',
  'usernameInvalid',
  'usernameReserved',
  'wrongLogin',
  'accountDisabled',
  'secondFactorNeeded',
  'addressRefused',
] as const satisfies readonly ErrorName[];
export type ExternalLoginError = (typeof EXTERNAL_LOGIN_ERRORS)[number];
