const MINUTE = 60_000;

/** The `max` of `datetime-local` inputs, which accept years of more than four digits without it. */
export const MAX_LOCAL_TIME = '9999-12-31T23:59';

/** An ISO time as the value of a `datetime-local` input; empty for none. */
export function toLocalInput(isoTime: string): string {
  if (isoTime === '') return '';
  const date = new Date(isoTime);
  const local = date.getTime() - date.getTimezoneOffset() * MINUTE;
  return new Date(local).toISOString().slice(0, 16);
}

/** The value of a `datetime-local` input as an ISO time; empty for none and for a time after the year 9999. */
export function toIsoTime(input: string): string {
  const date = new Date(input);
  return date.getUTCFullYear() <= 9999 ? date.toISOString() : '';
}
