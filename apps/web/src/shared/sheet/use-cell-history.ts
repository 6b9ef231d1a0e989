import { calls } from '@octavo/contract';
import { compareWorkbooks, findMatchingSheet } from '@octavo/sheet/compare-workbooks';
import { cellName } from '@octavo/sheet/address';
import { findPreviousCell, type LocatedCell } from '@octavo/sheet/previous-cell';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { extentOf, type Sheet, type Workbook } from '@octavo/sheet/workbook';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';

/** The author and time of a version of a table. */
interface VersionInfo {
  readonly author: string;
  readonly addtime: string;
}

export interface HistorySource extends VersionInfo {
  readonly page_id: number;
}

/** A version of the table in which the cell differs from the version before. */
export interface CellRevision extends VersionInfo {
  /** Undefined: the cell did not exist yet. */
  readonly before: string | undefined;
  readonly after: string;
  readonly isCurrent: boolean;
}

/** Versions are compared one by one, in batches of this size; the user can load more. */
const VERSION_BATCH_SIZE = 20;
const RECENT_MS = 7 * 86_400_000;

interface Version extends VersionInfo {
  readonly page_history_id: number;
}

async function listVersions(page_id: number): Promise<Version[]> {
  const rows = await call(calls.page.history, { page_id, content: false }, { silent: true });
  return rows.map(({ page_history_id, author_username, addtime }) => ({
    page_history_id,
    author: author_username,
    addtime,
  }));
}

async function loadVersion(page_id: number, page_history_id: number): Promise<Workbook> {
  const input = { page_id, page_history_id };
  const { history_page } = await call(calls.page.diff, input, { silent: true });
  return readWorkbook(history_page.page_content);
}

/** The history of one cell, newest first, limited to the requested batches of versions. */
export function useCellHistory(source: HistorySource, sheet: Sheet, row: number, column: number) {
  const { page_id, author, addtime } = source;
  const [batches, setBatches] = useState(1);
  const [steps, setSteps] = useState<readonly CellRevision[]>([]);
  const [state, setState] = useState<'looking' | 'more' | 'done'>('looking');
  const [error, setError] = useState<Error>();
  useEffect(() => {
    let isCurrent = true;
    async function load() {
      setSteps([]);
      setState('looking');
      const versions = await listVersions(page_id);
      const cell = sheet.rows.get(row)?.cells.get(column);
      let newer: LocatedCell = { sheet, row, column, cell };
      let newerVersion: VersionInfo = { author, addtime };
      const revisions: CellRevision[] = [];
      const addRevision = (before: string | undefined, after: string) => {
        revisions.push({
          ...newerVersion,
          before,
          after,
          isCurrent: newerVersion.addtime === addtime && revisions.length === 0,
        });
        if (isCurrent) setSteps([...revisions]);
      };
      for (const version of versions.slice(0, batches * VERSION_BATCH_SIZE)) {
        const older = findPreviousCell(await loadVersion(page_id, version.page_history_id), newer);
        if (!isCurrent) return;
        const [was, now] = [older?.cell?.text ?? '', newer.cell?.text ?? ''];
        if (!older) {
          if (now !== '') addRevision(undefined, now);
          return setState('done');
        }
        if (was !== now) addRevision(was === '' ? undefined : was, now);
        newer = older;
        newerVersion = version;
      }
      if (!isCurrent) return undefined;
      if (versions.length > batches * VERSION_BATCH_SIZE) return setState('more');
      const first = newer.cell?.text ?? '';
      if (first !== '') addRevision(undefined, first);
      return setState('done');
    }
    load().catch((failed: unknown) => {
      if (isCurrent && failed instanceof Error) setError(failed);
    });
    return () => {
      isCurrent = false;
    };
  }, [page_id, author, addtime, sheet, row, column, batches]);
  return { steps, state, error, more: () => setBatches(batches + 1) };
}

/** The newest version before `since`; for a newer table, the first version in which the sheet has content. */
async function findVersionBefore(
  page_id: number,
  versions: readonly Version[],
  since: number,
  sheet: Sheet,
): Promise<Workbook | undefined> {
  const oldIndex = versions.findIndex(({ addtime }) => Date.parse(addtime) < since);
  const candidates = versions.slice(0, oldIndex < 0 ? versions.length : oldIndex + 1).toReversed();
  for (const { page_history_id } of candidates.slice(0, VERSION_BATCH_SIZE)) {
    const workbook = await loadVersion(page_id, page_history_id);
    const former = findMatchingSheet(sheet, workbook);
    if (oldIndex >= 0 || (former && extentOf(former).rows > 0)) return workbook;
  }
  return undefined;
}

/** The cells of a sheet that were changed in the last seven days. */
export function useRecentChanges(
  source: HistorySource,
  sheet: Sheet,
): ReadonlySet<string> | undefined {
  const { page_id, addtime } = source;
  const [marks, setMarks] = useState<ReadonlySet<string>>();
  useEffect(() => {
    let isCurrent = true;
    const since = Date.now() - RECENT_MS;
    async function load() {
      if (Date.parse(addtime) < since) return;
      const versions = await listVersions(page_id);
      const before = await findVersionBefore(page_id, versions, since, sheet);
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
    load().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [page_id, addtime, sheet]);
  return marks;
}
