import type { EngineSheet } from '@octavo/sheet/engine';
import { SHEET_FIELDS } from '@octavo/sheet/engine';

/** The stored fields of a sheet. The other FortuneSheet fields hold the scroll position and the selection. */
const STORED = ['name', 'order', 'data', 'config', 'frozen', ...SHEET_FIELDS] as const;

/** Whether a stored field has changed. Compares by identity, because FortuneSheet never mutates a value in place. */
export function isChanged(
  before: readonly EngineSheet[] | undefined,
  now: readonly EngineSheet[],
): boolean {
  if (before === now) return false;
  if (before?.length !== now.length) return true;
  return now.some((sheet, at) => {
    const [old, next] = [before[at], sheet] as (Readonly<Record<string, unknown>> | undefined)[];
    return STORED.some((field) => old?.[field] !== next?.[field]);
  });
}
