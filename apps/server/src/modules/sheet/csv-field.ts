import { plainValue } from '@octavo/sheet/plain-value';

/** What a spreadsheet program would take for a formula and run. */
const RUNS = /^[=+\-@\t\r]/;

/** The mark by which Excel knows UTF-8. */
export const UTF8_MARK = '\uFEFF';

/** One field: no other program runs it, and quotes stand where they must. */
export function csvField(text: string): string {
  const safe = RUNS.test(text) && typeof plainValue(text) !== 'number' ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
