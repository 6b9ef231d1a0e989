import { useNow } from '../../../shared/hooks/now.ts';
import { formatTime, timeAgo } from '../../../shared/i18n/format-time.ts';
import { languageTags } from '../../../shared/i18n/language.ts';
import { useLanguage, useText } from '../../../shared/i18n/texts.tsx';

const DAY_MS = 24 * 3_600_000;

/** A time that fits into the column: `2 h ago`, `yesterday`, `12 Mar`; the full time is its tooltip. */
export function ShortTime({ value }: { value: string }) {
  const { language } = useLanguage();
  const { t } = useText();
  const now = useNow() ?? Date.parse(value);
  const ago = timeAgo(value, now);
  const date = new Date(value);
  const isYesterday = date.toDateString() === new Date(now - DAY_MS).toDateString();
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  const day = new Intl.DateTimeFormat(languageTags[language], {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  });
  const words = ago
    ? ago.count === 0
      ? t('shell.justNow')
      : t(ago.text, { count: ago.count })
    : isYesterday
      ? t('home.yesterday')
      : day.format(date);
  return (
    <time dateTime={value} data-tip={formatTime(value, language)}>
      {words}
    </time>
  );
}
