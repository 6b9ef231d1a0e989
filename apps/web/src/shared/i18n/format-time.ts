import type { Language } from '@octavo/contract/entities';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** `14 Mar 2026 14:32` or `2026-03-14 14:32`, in the local time zone. */
export function formatTime(iso: string, language: Language): string {
  return `${formatDate(iso, language)} ${formatClock(new Date(iso))}`;
}

/** Like formatTime with seconds, so that two saves in one minute can be distinguished. */
export function formatExactTime(iso: string, language: Language): string {
  return `${formatTime(iso, language)}:${padTwo(new Date(iso).getSeconds())}`;
}

export function formatDate(iso: string, language: Language): string {
  const date = new Date(iso);
  return formatDay(date.getFullYear(), date.getMonth(), date.getDate(), language);
}

/** Like formatTime in UTC, marked as such; used when the reader's time zone is unknown. */
export function formatUtc(iso: string, language: Language): string {
  const date = new Date(iso);
  const day = formatDay(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), language);
  return `${day} ${padTwo(date.getUTCHours())}:${padTwo(date.getUTCMinutes())} UTC`;
}

function formatDay(year: number, month: number, day: number, language: Language): string {
  return language === 'zh-cn'
    ? `${year}-${padTwo(month + 1)}-${padTwo(day)}`
    : `${day} ${months[month]} ${year}`;
}

/**
 * The age of a time in the past 24 hours as a text and its count; undefined for other times. 0 minutes means "just
 * now". Intl.RelativeTimeFormat would load the browser's number formats, which delays the reader.
 */
export function timeAgo(
  iso: string,
  now: number,
): { text: 'shell.minutesAgo' | 'shell.hoursAgo'; count: number } | undefined {
  const age = now - Date.parse(iso);
  // The clocks of server and browser differ slightly, so a time just in the future counts as now.
  if (age < -MINUTE || age >= DAY) return undefined;
  if (age < HOUR) return { text: 'shell.minutesAgo', count: Math.max(0, Math.floor(age / MINUTE)) };
  return { text: 'shell.hoursAgo', count: Math.floor(age / HOUR) };
}

/** `14:32`, in the local time zone. */
export function clockTime(time: number): string {
  return formatClock(new Date(time));
}

/** `14:32` on the day of `now`, else with the date. */
export function clockOrDate(time: number, now: number, language: Language): string {
  const isSameDay = new Date(time).toDateString() === new Date(now).toDateString();
  return isSameDay ? clockTime(time) : formatTime(new Date(time).toISOString(), language);
}

function formatClock(date: Date): string {
  return `${padTwo(date.getHours())}:${padTwo(date.getMinutes())}`;
}

function padTwo(value: number): string {
  return String(value).padStart(2, '0');
}
