import { useNow } from '../hooks/now.ts';
import { formatExactTime, timeAgo } from './format-time.ts';
import { useLanguage, useText } from './texts.tsx';

/** A time to the second, as in a log; the relative time is the tooltip. */
export function ExactTime({ value }: { value: string }) {
  const { language } = useLanguage();
  const { t } = useText();
  const now = useNow();
  const ago = now === undefined ? undefined : timeAgo(value, now);
  return (
    <time dateTime={value} data-tip={ago && t(ago.text, { count: ago.count })}>
      {formatExactTime(value, language)}
    </time>
  );
}
