import { useMinute } from '../hooks/minute.ts';
import { formatAgo, formatTime, timeAgo } from './format-time.ts';
import { useLanguage, useText } from './texts.tsx';

/** A moment in words: relative under 24 hours with the full time as tooltip, else the full time. */
export function Time({ value }: { value: string }) {
  const { language } = useLanguage();
  const { t } = useText();
  const full = formatTime(value, language);
  const ago = timeAgo(value, useMinute());
  if (!ago) return <time dateTime={value}>{full}</time>;
  return (
    <time dateTime={value} data-tip={full}>
      {ago.unit === 'minute' && ago.count === 0 ? t('shell.justNow') : formatAgo(ago, language)}
    </time>
  );
}
