const DAY_MS = 86_400_000;
/** 1 January 1970 as a spreadsheet day number; day 0 is 30 December 1899. */
const UNIX_DAY = 25_569;
/** 31 December 9999 as a day number. */
export const MAX_DAY = 2_958_465;

interface DateParts {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

export function dayOf(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return Math.round(date.getTime() / DAY_MS) + UNIX_DAY;
}

export function dateOf(serial: number): DateParts {
  const date = new Date((Math.floor(serial) - UNIX_DAY) * DAY_MS);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
}

export function daysInMonth(year: number, month: number): number {
  return dayOf(year, month + 1, 1) - dayOf(year, month, 1);
}

/** Adds months to a date; the 31st becomes the last day of a shorter month. */
export function addMonths(serial: number, months: number): number {
  const { year, month, day } = dateOf(serial);
  const at = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(at / 12), (((at % 12) + 12) % 12) + 1];
  return dayOf(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)));
}

/** Hours, minutes and seconds of a day, rounded to the second. */
export function timeOf(serial: number): { hour: number; minute: number; second: number } {
  const seconds = Math.round((serial - Math.floor(serial)) * 86_400) % 86_400;
  return {
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
  };
}

const DATE = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(?: ?([ap]m))?$/i;

function parseDate(text: string): number | undefined {
  const [, year, , month, day] = DATE.exec(text) ?? [];
  if (year === undefined) return undefined;
  const [m, d] = [Number(month), Number(day)];
  if (m < 1 || m > 12 || d < 1 || d > daysInMonth(Number(year), m)) return undefined;
  return dayOf(Number(year), m, d);
}

function parseTime(text: string): number | undefined {
  const [, hour, minute, second = '0', half] = TIME.exec(text) ?? [];
  if (hour === undefined || Number(minute) > 59 || Number(second) >= 60) return undefined;
  const hours = half === undefined ? Number(hour) : Number(hour) % 12;
  const afternoon = half?.toLowerCase() === 'pm' ? 12 : 0;
  return ((hours + afternoon) * 3600 + Number(minute) * 60 + Number(second)) / 86_400;
}

/** Parses `2020-01-15`, `2020/1/15`, `12:30`, or both; locale-dependent dates are treated as text. */
export function parseDateTime(text: string): number | undefined {
  const [, first = '', second] = /^(\S+)(?:[T ](\d.*))?$/.exec(text) ?? [];
  const date = parseDate(first);
  if (date !== undefined) {
    const time = second === undefined ? 0 : parseTime(second);
    return time === undefined ? undefined : date + time;
  }
  return parseTime(text);
}
