import type { Language } from '@octavo/contract/entities';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `14 Mar 2026 14:32` or `2026-03-14 14:32`, in the viewer's own zone. */
export function formatTime(iso: string, language: Language): string {
  return `${formatDate(iso, language)} ${clock(new Date(iso))}`;
}

/** The same to the second: two saves of one minute are told apart. */
export function formatExactTime(iso: string, language: Language): string {
  return `${formatTime(iso, language)}:${two(new Date(iso).getSeconds())}`;
}

function formatDate(iso: string, language: Language): string {
  const date = new Date(iso);
  return inWords(date.getFullYear(), date.getMonth(), date.getDate(), language);
}

/** The same for a reader whose zone is not known, and it says so. */
export function formatUtc(iso: string, language: Language): string {
  const date = new Date(iso);
  const day = inWords(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), language);
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())} UTC`;
}

function inWords(year: number, month: number, day: number, language: Language): string {
  return language === 'zh-cn'
    ? `${year}-${two(month + 1)}-${two(day)}`
    : `${day} ${months[month]} ${year}`;
}

/** How long ago, for the past 24 hours; undefined for anything else. 0 minutes is "just now". */
export function timeAgo(
  iso: string,
  now: number,
): { unit: 'minute' | 'hour'; count: number } | undefined {
  const age = now - Date.parse(iso);
  // Two clocks never agree to the second, so a moment slightly ahead is now.
  if (age < -MINUTE || age >= DAY) return undefined;
  if (age < HOUR) return { unit: 'minute', count: Math.max(0, Math.floor(age / MINUTE)) };
  return { unit: 'hour', count: Math.floor(age / HOUR) };
}

/** `2 hours ago`, `2 小时前`: Intl knows the plurals, house style wants the space before Chinese. */
export function formatAgo(ago: { unit: 'minute' | 'hour'; count: number }, language: Language) {
  const format = new Intl.RelativeTimeFormat(language === 'zh-cn' ? 'zh-CN' : 'en');
  return format.format(-ago.count, ago.unit).replace(/(\d)\s*(\p{Script=Han})/u, '$1 $2');
}

/** `14:32`, in the viewer's own zone. */
export function clockTime(time: number): string {
  return clock(new Date(time));
}

function clock(date: Date): string {
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
