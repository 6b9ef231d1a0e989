const UNITS = ['B', 'KB', 'MB', 'GB'] as const;
const UNIT_FACTOR = 1024;
/** `1,023 KB` and `1.5 MB`: one decimal below ten, none above. */
const numberFormats = [
  new Intl.NumberFormat('en', { maximumFractionDigits: 1 }),
  new Intl.NumberFormat('en', { maximumFractionDigits: 0 }),
] as const;

/** Formats a number of bytes in the largest unit in which it is at least 1; the same in every language. */
export function formatSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 1023.5 KB would be rounded to 1,024 KB.
  while (Math.round(value) >= UNIT_FACTOR && unit < UNITS.length - 1) {
    value /= UNIT_FACTOR;
    unit += 1;
  }
  return `${numberFormats[value < 9.95 ? 0 : 1].format(value)} ${UNITS[unit]}`;
}
