import { dictionary } from '@zxcvbn-ts/language-common';
import { AppError } from '../../app-error.ts';

const SHORTEST = 8;
const LONGEST = 256;

/** The 10,000 most common passwords that meet the minimum length. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((word) => word.length >= SHORTEST).slice(0, 10_000),
);

export function assertPassword(password: string): void {
  const { length } = password;
  if (length < SHORTEST || length > LONGEST) throw new AppError('passwordLength');
  if (COMMON.has(password.toLowerCase())) throw new AppError('passwordCommon');
}
