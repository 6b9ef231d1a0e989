import { useMinute } from '../hooks/minute.ts';
import { formatAgo, formatExactTime, timeAgo } from './format-time.ts';
import { useLanguage } from './texts.tsx';

/** The moment to the second, as a log wants it; how long ago is only a tip. */
export function ExactTime({ value }: { value: string }) {
  const { language } = useLanguage();
  const now = useMinute();
  const ago = now === undefined ? undefined : timeAgo(value, now);
  return (
    <time dateTime={value} data-tip={ago && formatAgo(ago, language)}>
      {formatExactTime(value, language)}
    </time>
  );
}
