import { calls } from '@octavo/contract';
import { compareWorkbooks, partnerOf } from '@octavo/sheet/compare-workbooks';
import { cellName } from '@octavo/sheet/address';
import { formerCell, type PlacedCell } from '@octavo/sheet/former-cell';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { extentOf, type Sheet, type Workbook } from '@octavo/sheet/workbook';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';

/** The author and time of a version of a table. */
interface Writing {
  readonly author: string;
  readonly addtime: string;
}

export interface HistoryOf extends Writing {
  readonly page_id: number;
}

/** A version of the table in which the cell differs from the version before. */
export interface CellStep extends Writing {
  /** Undefined: the cell did not exist yet. */
  readonly before: string | undefined;
  readonly after: string;
  readonly isCurrent: boolean;
}

/** Versions are compared one by one, in batches of this size; the user can load more. */
const AT_ONCE = 20;
const LATELY = 7 * 86_400_000;

interface Version extends Writing {
  readonly page_history_id: number;
}

async function versionsOf(page_id: number): Promise<Version[]> {
  const found = await call(calls.page.history, { page_id, content: false }, { silent: true });
  return found.map(({ page_history_id, author_username, addtime }) => ({
    page_history_id,
    author: author_username,
    addtime,
  }));
}

async function formOf(page_id: number, page_history_id: number): Promise<Workbook> {
  const asked = { page_id, page_history_id };
  const { history_page } = await call(calls.page.diff, asked, { silent: true });
  return readWorkbook(history_page.page_content);
}

/** The history of one cell, newest first, limited to the requested batches of versions. */
export function useCellHistory(of: HistoryOf, sheet: Sheet, row: number, column: number) {
  const { page_id, author, addtime } = of;
  const [turns, setTurns] = useState(1);
  const [steps, setSteps] = useState<readonly CellStep[]>([]);
  const [state, setState] = useState<'looking' | 'more' | 'done'>('looking');
  const [error, setError] = useState<Error>();
  useEffect(() => {
    let isCurrent = true;
    async function look() {
      setSteps([]);
      setState('looking');
      const versions = await versionsOf(page_id);
      const cell = sheet.rows.get(row)?.cells.get(column);
      let newer: PlacedCell = { sheet, row, column, cell };
      let by: Writing = { author, addtime };
      const told: CellStep[] = [];
      const tell = (before: string | undefined, after: string) => {
        told.push({ ...by, before, after, isCurrent: by.addtime === addtime && told.length === 0 });
        if (isCurrent) setSteps([...told]);
      };
      for (const version of versions.slice(0, turns * AT_ONCE)) {
        const older = formerCell(await formOf(page_id, version.page_history_id), newer);
        if (!isCurrent) return;
        const [was, now] = [older?.cell?.text ?? '', newer.cell?.text ?? ''];
        if (!older) {
          if (now !== '') tell(undefined, now);
          return setState('done');
        }
        if (was !== now) tell(was === '' ? undefined : was, now);
        newer = older;
        by = version;
      }
      if (!isCurrent) return undefined;
      if (versions.length > turns * AT_ONCE) return setState('more');
      const first = newer.cell?.text ?? '';
      if (first !== '') tell(undefined, first);
      return setState('done');
    }
    look().catch((failed: unknown) => {
      if (isCurrent && failed instanceof Error) setError(failed);
    });
    return () => {
      isCurrent = false;
    };
  }, [page_id, author, addtime, sheet, row, column, turns]);
  return { steps, state, error, more: () => setTurns(turns + 1) };
}

/** The newest version before `since`; for a newer table, the first version in which the sheet has content. */
async function formBefore(
  page_id: number,
  versions: readonly Version[],
  since: number,
  sheet: Sheet,
): Promise<Workbook | undefined> {
  const old = versions.findIndex(({ addtime }) => Date.parse(addtime) < since);
  const known = versions.slice(0, old < 0 ? versions.length : old + 1).toReversed();
  for (const { page_history_id } of known.slice(0, AT_ONCE)) {
    const form = await formOf(page_id, page_history_id);
    const former = partnerOf(sheet, form);
    if (old >= 0 || (former && extentOf(former).rows > 0)) return form;
  }
  return undefined;
}

/** The cells of a sheet that were changed in the last seven days. */
export function useMarks(of: HistoryOf, sheet: Sheet): ReadonlySet<string> | undefined {
  const { page_id, addtime } = of;
  const [marks, setMarks] = useState<ReadonlySet<string>>();
  useEffect(() => {
    let isCurrent = true;
    const since = Date.now() - LATELY;
    async function look() {
      if (Date.parse(addtime) < since) return;
      const versions = await versionsOf(page_id);
      const before = await formBefore(page_id, versions, since, sheet);
      if (!before) return;
      const [change] = compareWorkbooks(before, [sheet]).filter(({ after }) => after === sheet);
      const changed = new Set(change?.cells.map(({ row, column }) => cellName(row, column)));
      for (const { kind, line, at } of change?.lines ?? [])
        if (kind === 'added' && line === 'row')
          for (const column of sheet.rows.get(at)?.cells.keys() ?? [])
            changed.add(cellName(at, column));
      if (isCurrent) setMarks(changed);
    }
    // The table works without marks; the drawer shows the error.
    look().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [page_id, addtime, sheet]);
  return marks;
}
