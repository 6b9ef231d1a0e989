import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@octavo/contract/limits';
import { containsOwnName } from '@octavo/contract/own-names';
import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '../../app-error.ts';
import type { SiteSettings } from '../setting/setting.ts';

/** The 10,000 most common passwords that meet the minimum length. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  dictionary['passwords-common']
    .filter((word) => word.length >= MIN_PASSWORD_LENGTH)
    .slice(0, 10_000),
);

type PasswordRules = Pick<
  SiteSettings,
  'password_min_length' | 'password_common_refused' | 'password_personal_refused'
>;

/** The names of the account that the password is for. */
interface PasswordOwner {
  readonly username: string;
  readonly email?: string | undefined;
}

/** The rules for every new password, wherever it is set. An existing password stays valid until it is changed. */
export function assertPassword(
  password: string,
  { username, email = '' }: PasswordOwner,
  { password_min_length: min, ...rules }: PasswordRules,
): void {
  // Characters, not UTF-16 units, as the form counts them.
  const length = Array.from(password).length;
  if (length < min || length > MAX_PASSWORD_LENGTH)
    throw new AppError('passwordLength', { min, max: MAX_PASSWORD_LENGTH });
  if (rules.password_personal_refused && containsOwnName(password, [username, email]))
    throw new AppError('passwordPersonal');
  if (rules.password_common_refused && COMMON_PASSWORDS.has(password.toLowerCase()))
    throw new AppError('passwordCommon');
}
