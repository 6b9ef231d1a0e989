import { AppError } from '../../app-error.ts';

/** Names that would pass for the house itself; only an administrator may give them. */
const RESERVED = new Set(['admin', 'administrator', 'root', 'system', 'support', 'octavo', 'api']);

/**
 * Two spellings with the same key are the same name. Folded there and back, sign by sign, because
 * lower case alone keeps ß from ss and the two forms of the Greek s apart.
 */
export function usernameKey(username: string): string {
  const fold = (sign: string) => sign.toLowerCase().toUpperCase().toLowerCase();
  return Array.from(username.normalize('NFKC'), fold).join('').normalize('NFKC');
}

export function assertUsername(username: string): void {
  // The pattern counts by characters, so a name of rare Chinese signs gets its full length.
  if (!/^[\p{L}\p{N}_.\-@]{2,64}$/u.test(username)) throw new AppError('usernameInvalid');
}

export function assertNotReserved(username: string): void {
  if (RESERVED.has(usernameKey(username))) throw new AppError('usernameReserved');
}
