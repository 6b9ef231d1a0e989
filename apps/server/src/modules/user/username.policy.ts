import { AppError } from '../../app-error.ts';

/** Names that would pass for the house itself; only an administrator may give them. */
const RESERVED = new Set(['admin', 'administrator', 'root', 'system', 'support', 'octavo']);

/** Two spellings with the same key are the same name. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase().normalize('NFKC');
}

export function assertUsername(username: string): void {
  // The pattern counts by characters, so a name of rare Chinese signs gets its full length.
  if (!/^[\p{L}\p{N}_.\-@]{2,64}$/u.test(username)) throw new AppError('usernameInvalid');
}

export function assertNotReserved(username: string): void {
  if (RESERVED.has(usernameKey(username))) throw new AppError('usernameReserved');
}
