import { AppError } from '../../app-error.ts';

export type PasswordChange = { readonly kind: 'keep' | 'open' } | PasswordSet;
interface PasswordSet {
  readonly kind: 'set';
  readonly password: string;
}

interface PasswordOptions {
  readonly password?: string | undefined;
  readonly is_private?: boolean | undefined;
}

/**
 * Resolves the effect of an update on the visit password. An absent password keeps the old one; so does "private" with
 * an empty one, because the settings form never receives the old password. "Public", or an empty one alone, removes it.
 */
export function resolvePasswordChange(
  { password, is_private }: PasswordOptions,
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
