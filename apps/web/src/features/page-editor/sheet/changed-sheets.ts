import type { EngineSheet } from '@octavo/sheet/engine';
import { SHEET_FIELDS } from '@octavo/sheet/engine';

/** What is stored of a sheet; the rest of the engine's data is where one looks and what is selected. */
const STORED = ['name', 'order', 'data', 'config', 'frozen', ...SHEET_FIELDS] as const;

/** Whether anything that is stored is another one. The engine never changes a value in place. */
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
