import { z } from 'zod';

/** What an import does with a line. `same`: the account has these values already. `out`: the line is left out. */
export const userImportAction = z.enum(['new', 'update', 'same', 'out']);
export type UserImportAction = z.output<typeof userImportAction>;

/**
 * Why a line is left out. `usernameIsEmail`: the verified email of another account, which a login with the username would
 * find. `emailTaken`: the email or username of another account. `administratorRole`: files make no administrators.
 * `directory`: the directory determines name and email. `emailVerified`: the user has verified another email.
 * `changed`: the account has changed since the plan.
 */
export const userImportReason = z.enum([
  'usernameMissing',
  'usernameInvalid',
  'usernameReserved',
  'usernameIsEmail',
  'usernameTwice',
  'nameInvalid',
  'emailInvalid',
  'emailTaken',
  'emailTwice',
  'roleUnknown',
  'administratorRole',
  'administrator',
  'self',
  'disabled',
  'directory',
  'emailVerified',
  'changed',
]);
export type UserImportReason = z.output<typeof userImportReason>;
