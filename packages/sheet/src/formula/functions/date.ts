import { spend } from '../budget.ts';
import { addMonths, dateOf, dayOf, daysInMonth, MAX_DAY, timeOf } from '../dates.ts';
import { ofScalars, ofValues, type Definition, type Definitions } from '../definition.ts';
import { eachValue, toScalar, type Environment } from '../environment.ts';
import { fail, toNumber, toText, type Scalar, type Value } from '../values.ts';

const checked = (serial: number) => (serial >= 0 && serial <= MAX_DAY + 1 ? serial : fail('#NUM!'));
const dayIn = (value: Scalar = null) => Math.floor(checked(toNumber(value)));
const toInteger = (value: Scalar = null) => Math.trunc(toNumber(value));

const ofDay = (call: (serial: number) => number): Definition =>
  ofScalars(1, 1, ([value]) => call(dayIn(value)));

/** Defines HOUR, MINUTE or SECOND: a part of the time of day of a date with time or a fraction of a day. */
const ofTime = (part: 'hour' | 'minute' | 'second'): Definition =>
  ofScalars(1, 1, ([value = null]) => timeOf(checked(toNumber(value)))[part]);

function dateFrom(args: readonly Scalar[]): number {
  const [year = 0, month = 0, day = 0] = args.map(toInteger);
  if (Math.abs(month) > 1e6 || Math.abs(day) > 1e7 || year < 0 || year > 9999) return fail('#NUM!');
  return checked(dayOf(year < 1900 ? year + 1900 : year, month, day));
}

function weekday(serial: number, kind: number): number {
  const day = dateOf(serial).weekday;
  if (kind === 1) return day + 1;
  if (kind === 2) return ((day + 6) % 7) + 1;
  if (kind === 3) return (day + 6) % 7;
  return kind >= 11 && kind <= 17 ? ((day - (kind - 10) + 7) % 7) + 1 : fail('#NUM!');
}

function isoWeek(serial: number): number {
  // ISO 8601: the week of a date is the week of its Thursday.
  const thursday = serial - ((dateOf(serial).weekday + 6) % 7) + 3;
  return Math.floor((thursday - dayOf(dateOf(thursday).year, 1, 1)) / 7) + 1;
}

function weekNumber(serial: number, kind: number): number {
  if (kind === 21) return isoWeek(serial);
  const starts: Readonly<Record<number, number>> = { 1: 0, 2: 1, 17: 0 };
  const start = starts[kind] ?? (kind >= 11 && kind <= 16 ? kind - 10 : fail('#NUM!'));
  const first = dayOf(dateOf(serial).year, 1, 1);
  const offset = (dateOf(first).weekday - start + 7) % 7;
  return Math.floor((serial - first + offset) / 7) + 1;
}

function difference(from: number, to: number, unit: string): number {
  if (from > to) return fail('#NUM!');
  const [a, b] = [dateOf(from), dateOf(to)];
  const months = (b.year - a.year) * 12 + b.month - a.month - Number(b.day < a.day);
  switch (unit.toLowerCase()) {
    case 'y':
      return Math.floor(months / 12);
    case 'm':
      return months;
    case 'd':
      return to - from;
    case 'ym':
      return months % 12;
    case 'md':
      return b.day >= a.day ? b.day - a.day : to - addMonths(from, months);
    case 'yd':
      return to - addMonths(from, Math.floor(months / 12) * 12);
    default:
      return fail('#NUM!');
  }
}

const isLeap = (year: number) => daysInMonth(year, 2) === 29;

/** Days between two dates in a year of twelve months with 30 days. */
function days360(from: number, to: number, isEuropean: boolean): number {
  const [a, b] = [dateOf(from), dateOf(to)];
  const isLast = (date: typeof a) => date.day === daysInMonth(date.year, date.month);
  let [dayA, dayB] = [a.day, b.day];
  if (isEuropean) [dayA, dayB] = [Math.min(dayA, 30), Math.min(dayB, 30)];
  else {
    if (isLast(a) && a.month === 2) dayA = 30;
    if (dayB === 31 && dayA >= 30) dayB = 30;
    dayA = Math.min(dayA, 30);
  }
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + dayB - dayA;
}

function yearFraction(first: number, second: number, basis: number): number {
  const [from, to] = first <= second ? [first, second] : [second, first];
  const days = to - from;
  switch (basis) {
    case 0:
      return days360(from, to, false) / 360;
    case 1: {
      const [a, b] = [dateOf(from), dateOf(to)];
      if (to > addMonths(from, 12)) {
        const years = b.year - a.year + 1;
        return days / ((dayOf(b.year + 1, 1, 1) - dayOf(a.year, 1, 1)) / years);
      }
      const leap = isLeap(a.year) ? a.year : isLeap(b.year) ? b.year : undefined;
      const leapDay = leap === undefined ? -1 : dayOf(leap, 2, 29);
      const isLong = a.year === b.year ? isLeap(a.year) : from <= leapDay && leapDay <= to;
      return days / (isLong ? 366 : 365);
    }
    case 2:
      return days / 360;
    case 3:
      return days / 365;
    case 4:
      return days360(from, to, true) / 360;
    default:
      return fail('#NUM!');
  }
}

/** The weekend days, from Monday: by number, or as a text such as `0000011`. */
function weekendOf(value: Scalar): readonly boolean[] {
  if (typeof value === 'string') {
    if (!/^[01]{7}$/.test(value) || value === '1111111') return fail('#VALUE!');
    return Array.from(value, (sign) => sign === '1');
  }
  const kind = value === null ? 1 : toInteger(value);
  const isOff = (day: number) => {
    if (kind >= 1 && kind <= 7) return day === (kind + 4) % 7 || day === (kind + 5) % 7;
    return kind >= 11 && kind <= 17 ? day === (kind - 5) % 7 : fail('#NUM!');
  };
  return Array.from({ length: 7 }, (_, day) => isOff(day));
}

interface Calendar {
  readonly weekend: readonly boolean[];
  readonly holidays: ReadonlySet<number>;
}

function calendarOf(weekend: Scalar, holidays: Value | undefined, env: Environment): Calendar {
  const days = new Set<number>();
  if (holidays !== undefined)
    eachValue(holidays, env, (scalar) => {
      if (scalar !== null && scalar !== '') days.add(dayIn(scalar));
    });
  return { weekend: weekendOf(weekend), holidays: days };
}

function isNonWorkingDay(serial: number, { weekend, holidays }: Calendar): boolean {
  // Day 2 was a Monday.
  return (weekend[(serial + 5) % 7] ?? false) || holidays.has(serial);
}

function workdaysBetween(from: number, to: number, calendar: Calendar): number {
  if (from > to) return -workdaysBetween(to, from, calendar);
  spend((to - from) >> 3);
  let count = 0;
  for (let day = from; day <= to; day += 1) if (!isNonWorkingDay(day, calendar)) count += 1;
  return count;
}

function workdayAfter(from: number, days: number, calendar: Calendar): number {
  const step = Math.sign(days);
  let [day, left] = [from, Math.abs(days)];
  while (left > 0) {
    spend(1);
    day += step;
    checked(day);
    if (!isNonWorkingDay(day, calendar)) left -= 1;
  }
  return day;
}

function timeFrom(args: readonly Scalar[]): number {
  const [hour = 0, minute = 0, second = 0] = args.map(toInteger);
  const seconds = hour * 3600 + minute * 60 + second;
  return seconds < 0 ? fail('#NUM!') : (seconds % 86_400) / 86_400;
}

const dayOfText = (value: Scalar = null) =>
  typeof value === 'string' ? toNumber(value) : fail('#VALUE!');

export const DATE_FUNCTIONS: Definitions = {
  DATE: ofScalars(3, 3, dateFrom),
  TIME: ofScalars(3, 3, timeFrom),
  TODAY: ofScalars(0, 0, (_, { cells }) => Math.floor(cells.now())),
  NOW: ofScalars(0, 0, (_, { cells }) => cells.now()),
  YEAR: ofDay((serial) => dateOf(serial).year),
  MONTH: ofDay((serial) => dateOf(serial).month),
  DAY: ofDay((serial) => dateOf(serial).day),
  HOUR: ofTime('hour'),
  MINUTE: ofTime('minute'),
  SECOND: ofTime('second'),
  WEEKDAY: ofScalars(1, 2, ([value, kind = 1]) => weekday(dayIn(value), toInteger(kind))),
  WEEKNUM: ofScalars(1, 2, ([value, kind = 1]) => weekNumber(dayIn(value), toInteger(kind))),
  ISOWEEKNUM: ofDay(isoWeek),
  EDATE: ofScalars(2, 2, ([value, months]) =>
    checked(addMonths(dayIn(value), boundedInteger(months))),
  ),
  EOMONTH: ofScalars(2, 2, ([value, months]) => {
    const { year, month } = dateOf(addMonths(dayIn(value), boundedInteger(months)));
    return checked(dayOf(year, month, daysInMonth(year, month)));
  }),
  DATEDIF: ofScalars(3, 3, ([from, to, unit = null]) =>
    difference(dayIn(from), dayIn(to), toText(unit)),
  ),
  DAYS: ofScalars(2, 2, ([to, from]) => dayIn(to) - dayIn(from)),
  DAYS360: ofScalars(2, 3, ([from, to, isEuropean = false]) =>
    days360(dayIn(from), dayIn(to), toNumber(isEuropean) !== 0),
  ),
  YEARFRAC: ofScalars(2, 3, ([from, to, basis = 0]) =>
    yearFraction(dayIn(from), dayIn(to), toInteger(basis)),
  ),
  NETWORKDAYS: ofValues(2, 3, ([from = null, to = null, holidays], env) =>
    workdaysBetween(
      dayIn(toScalar(from, env)),
      dayIn(toScalar(to, env)),
      calendarOf(1, holidays, env),
    ),
  ),
  'NETWORKDAYS.INTL': ofValues(2, 4, ([from = null, to = null, weekend = 1, holidays], env) =>
    workdaysBetween(
      dayIn(toScalar(from, env)),
      dayIn(toScalar(to, env)),
      calendarOf(toScalar(weekend, env), holidays, env),
    ),
  ),
  WORKDAY: ofValues(2, 3, ([from = null, days = null, holidays], env) =>
    workdayAfter(
      dayIn(toScalar(from, env)),
      boundedInteger(toScalar(days, env)),
      calendarOf(1, holidays, env),
    ),
  ),
  'WORKDAY.INTL': ofValues(2, 4, ([from = null, days = null, weekend = 1, holidays], env) =>
    workdayAfter(
      dayIn(toScalar(from, env)),
      boundedInteger(toScalar(days, env)),
      calendarOf(toScalar(weekend, env), holidays, env),
    ),
  ),
  DATEVALUE: ofScalars(1, 1, ([value]) => Math.floor(dayOfText(value))),
  TIMEVALUE: ofScalars(1, 1, ([value]) => dayOfText(value) % 1),
};

/** A number of months or days; `#NUM!` if it exceeds the days of the calendar. */
function boundedInteger(value: Scalar = null): number {
  const number = toInteger(value);
  return Math.abs(number) > MAX_DAY ? fail('#NUM!') : number;
}
