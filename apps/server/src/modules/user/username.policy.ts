import { AppError } from '../../app-error.ts';
import { usernameKey } from './username-key.ts';

/** Names that would pass for the house itself; only an administrator may give them. */
const RESERVED = new Set(['admin', 'administrator', 'root', 'system', 'support', 'octavo', 'api']);

export function assertUsername(username: string): void {
  // The pattern counts by characters, so a name of rare Chinese signs gets its full length.
  if (!/^[\p{L}\p{N}_.\-@]{2,64}$/u.test(username)) throw new AppError('usernameInvalid');
}

export const isReserved = (username: string): boolean => RESERVED.has(usernameKey(username));

export function assertNotReserved(username: string): void {
  if (isReserved(username)) throw new AppError('usernameReserved');
}
