import type { FortuneSheet } from '@octavo/sheet/fortune-format';
import { FORTUNE_SHEET_FIELDS } from '@octavo/sheet/fortune-format';

/** The stored fields of a sheet. The other FortuneSheet fields hold the scroll position and the selection. */
const STORED_FIELDS = [
  'name',
  'order',
  'data',
  'config',
  'frozen',
  ...FORTUNE_SHEET_FIELDS,
] as const;

/** Whether a stored field has changed. Compares by identity, because FortuneSheet never mutates a value in place. */
export function haveSheetsChanged(
  before: readonly FortuneSheet[] | undefined,
  now: readonly FortuneSheet[],
): boolean {
  if (before === now) return false;
  if (before?.length !== now.length) return true;
  return now.some((sheet, at) => {
    const [old, next] = [before[at], sheet] as (Readonly<Record<string, unknown>> | undefined)[];
    return STORED_FIELDS.some((field) => old?.[field] !== next?.[field]);
  });
}
