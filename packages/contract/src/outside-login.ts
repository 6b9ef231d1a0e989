import type { ErrorName } from './errors.ts';

/** Errors of an external login. The server passes the name in the redirect URL, and the login screen shows its text. */
export const OUTSIDE_REFUSALS = [
  'providerDown',
  'providerRefused',
  'providerDenied',
  'attemptEnded',
  'linkTaken',
  'linkInvalid',
  'forbidden',
  'notLinked',
  'usernameInvalid',
  'usernameReserved',
  'wrongLogin',
  'accountDisabled',
] as const satisfies readonly ErrorName[];
