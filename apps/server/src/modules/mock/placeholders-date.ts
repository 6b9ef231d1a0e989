import { textOr } from './argument.ts';
import type { Placeholder } from './argument.ts';
import { randomInteger } from './random.ts';

const padTwo = (value: number) => String(value).padStart(2, '0');

const FORMATTERS: Readonly<Record<string, (date: Date) => string>> = {
  yyyy: (date) => String(date.getUTCFullYear()),
  yy: (date) => padTwo(date.getUTCFullYear() % 100),
  y: (date) => padTwo(date.getUTCFullYear() % 100),
  MM: (date) => padTwo(date.getUTCMonth() + 1),
  M: (date) => String(date.getUTCMonth() + 1),
  dd: (date) => padTwo(date.getUTCDate()),
  d: (date) => String(date.getUTCDate()),
  HH: (date) => padTwo(date.getUTCHours()),
  H: (date) => String(date.getUTCHours()),
  hh: (date) => padTwo(date.getUTCHours() % 12),
  h: (date) => String(date.getUTCHours() % 12),
  mm: (date) => padTwo(date.getUTCMinutes()),
  m: (date) => String(date.getUTCMinutes()),
  ss: (date) => padTwo(date.getUTCSeconds()),
  s: (date) => String(date.getUTCSeconds()),
  SS: (date) => String(date.getUTCMilliseconds()).padStart(3, '0'),
  S: (date) => String(date.getUTCMilliseconds()),
  A: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  a: (date) => (date.getUTCHours() < 12 ? 'am' : 'pm'),
  T: (date) => String(date.getTime()),
};

function format(date: Date, pattern: string): string {
  return pattern
    .slice(0, 100)
    .replaceAll(/yyyy|yy|y|MM|M|dd|d|HH|H|hh|h|mm|m|ss|s|SS|S|A|a|T/g, (part) =>
      (FORMATTERS[part] as (date: Date) => string)(date),
    );
}

/** A random time between 1970 and now. */
function randomDate(): Date {
  return new Date(randomInteger(0, Date.now()));
}

const UNITS = ['second', 'minute', 'hour', 'day', 'month', 'year'] as const;

/** The start of the current unit, for example of the current day. */
function startOf(unit: string): Date {
  const date = new Date();
  const at = UNITS.indexOf(unit as (typeof UNITS)[number]);
  if (unit === 'week') date.setUTCDate(date.getUTCDate() - date.getUTCDay());
  const level = unit === 'week' ? UNITS.indexOf('day') : at;
  if (level >= 0) date.setUTCMilliseconds(0);
  if (level >= 1) date.setUTCSeconds(0);
  if (level >= 2) date.setUTCMinutes(0);
  if (level >= 3) date.setUTCHours(0);
  if (level >= 4) date.setUTCDate(1);
  if (level >= 5) date.setUTCMonth(0);
  return date;
}

export const dates = {
  date: (pattern) => format(randomDate(), textOr(pattern, 'yyyy-MM-dd')),
  time: (pattern) => format(randomDate(), textOr(pattern, 'HH:mm:ss')),
  datetime: (pattern) => format(randomDate(), textOr(pattern, 'yyyy-MM-dd HH:mm:ss')),
  timestamp: () => randomDate().getTime(),
  now(unit, pattern) {
    const isUnit = /^(second|minute|hour|day|week|month|year)$/.test(textOr(unit, ''));
    const form = isUnit ? pattern : unit;
    const date = isUnit ? startOf(textOr(unit, '')) : new Date();
    return format(date, textOr(form, 'yyyy-MM-dd HH:mm:ss'));
  },
} satisfies Record<string, Placeholder>;
