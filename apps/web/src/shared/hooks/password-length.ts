import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@octavo/contract/limits';
import { useText } from '../i18n/texts.tsx';

/** Counts code points instead of UTF-16 units, like the server. */
export function isValidPasswordLength(password: string): boolean {
  const { length } = Array.from(password);
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH;
}

export function usePasswordError(password: string): string | undefined {
  const { t } = useText();
  return isValidPasswordLength(password) ? undefined : t('errors.passwordLength');
}
