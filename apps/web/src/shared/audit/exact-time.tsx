import { formatAgo, formatTime, timeAgo } from '../i18n/format-time.ts';
import { useLanguage } from '../i18n/texts.tsx';
import { useMinute } from '../hooks/minute.ts';

/** The moment to the second, as a log wants it; how long ago is only a tip. */
export function ExactTime({ value }: { value: string }) {
  const { language } = useLanguage();
  const now = useMinute();
  const ago = now === undefined ? undefined : timeAgo(value, now);
  const seconds = String(new Date(value).getSeconds()).padStart(2, '0');
  return (
    <time dateTime={value} data-tip={ago && formatAgo(ago, language)}>
      {`${formatTime(value, language)}:${seconds}`}
    </time>
  );
}
