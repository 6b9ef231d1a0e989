import { useLanguage, useText } from '../i18n/texts.tsx';

/** Megabytes as a person reads them; the smallest file is more than nothing. */
export function useMegabytes(): (size: number) => string {
  const { language } = useLanguage();
  const { t } = useText();
  const digits = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  return (size) =>
    t('attachment.megabytes', { size: digits.format(size > 0 ? Math.max(size, 0.01) : 0) });
}
