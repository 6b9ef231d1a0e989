import { useText } from '../i18n/texts.tsx';

/** The server counts characters, not UTF-16 units, and so does the hint. */
export function isLongEnough(password: string): boolean {
  const { length } = Array.from(password);
  return length >= 8 && length <= 256;
}

export function usePasswordProblem(password: string): string | undefined {
  const { t } = useText();
  return isLongEnough(password) ? undefined : t('errors.passwordLength');
}
