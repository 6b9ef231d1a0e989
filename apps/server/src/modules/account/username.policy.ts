import { USERNAME_PATTERN } from '@octavo/contract/patterns';
import { AppError } from '../../app-error.ts';
import { usernameKey } from '../../lib/username-key.ts';

/** Usernames that could be mistaken for the site itself; only an administrator may assign them. */
export const RESERVED_USERNAMES: ReadonlySet<string> = new Set([
  'admin',
  'administrator',
  'root',
  'system',
  'support',
  'octavo',
  'api',
]);

export function assertUsername(username: string): void {
  if (!USERNAME_PATTERN.test(username)) throw new AppError('usernameInvalid');
}

export const isReserved = (username: string): boolean =>
  RESERVED_USERNAMES.has(usernameKey(username));

export function assertNotReserved(username: string): void {
  if (isReserved(username)) throw new AppError('usernameReserved');
}
