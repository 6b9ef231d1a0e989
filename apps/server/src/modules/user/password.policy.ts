import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@octavo/contract/limits';
import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '../../app-error.ts';

/** The 10,000 most common passwords that meet the minimum length. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  dictionary['passwords-common']
    .filter((word) => word.length >= MIN_PASSWORD_LENGTH)
    .slice(0, 10_000),
);

export function assertPassword(password: string): void {
  const { length } = password;
  if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH)
    throw new AppError('passwordLength');
  if (COMMON_PASSWORDS.has(password.toLowerCase())) throw new AppError('passwordCommon');
}
