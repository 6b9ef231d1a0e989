import type { ErrorName } from './errors.ts';

/** Why a login from outside came to nothing: the server says one of these in an address, the screens have its sentence. */
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
