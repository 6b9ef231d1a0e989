import { useNow } from '../hooks/now.ts';
import { formatTime, formatUtc, timeAgo } from './format-time.ts';
import { useLanguage, useText } from './texts.tsx';

/** A relative time with the full time as tooltip for the last 24 hours, otherwise the full time. */
export function Time({ value }: { value: string }) {
  const { language } = useLanguage();
  const { t } = useText();
  const now = useNow();
  if (now === undefined) return <time dateTime={value}>{formatUtc(value, language)}</time>;
  const full = formatTime(value, language);
  const ago = timeAgo(value, now);
  if (!ago) return <time dateTime={value}>{full}</time>;
  return (
    <time dateTime={value} data-tip={full}>
      {ago.count === 0 ? t('shell.justNow') : t(ago.text, { count: ago.count })}
    </time>
  );
}
