import { useText } from '../i18n/texts.tsx';

/** Counts code points instead of UTF-16 units, like the server. */
export function isLongEnough(password: string): boolean {
  const { length } = Array.from(password);
  return length >= 8 && length <= 256;
}

export function usePasswordProblem(password: string): string | undefined {
  const { t } = useText();
  return isLongEnough(password) ? undefined : t('errors.passwordLength');
}
