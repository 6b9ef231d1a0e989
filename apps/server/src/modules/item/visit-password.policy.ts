import { AppError } from '../../app-error.ts';

export type PasswordChange = { readonly kind: 'keep' | 'open' } | PasswordSet;
interface PasswordSet {
  readonly kind: 'set';
  readonly password: string;
}

interface Wish {
  readonly password?: string | undefined;
  readonly is_private?: boolean | undefined;
}

/**
 * What an update means for the visit password. Absent keeps it; "private" with an empty one keeps it
 * too, as our screen never gets to see the old one; "open", or an empty one alone, opens the item.
 */
export function passwordChange(
  { password, is_private }: Wish,
  isPrivateNow: boolean,
): PasswordChange {
  if (is_private === false) return { kind: 'open' };
  if (password !== undefined && password !== '') return { kind: 'set', password };
  if (is_private === true) {
    if (!isPrivateNow) throw new AppError('privateNeedsPassword');
    return { kind: 'keep' };
  }
  return { kind: password === undefined ? 'keep' : 'open' };
}
