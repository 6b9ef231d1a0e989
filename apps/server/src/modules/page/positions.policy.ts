import { MAX_POSITION } from '@octavo/contract/limits';
import { AppError } from '../../app-error.ts';

/** A page or catalog with its position among its siblings; equal positions are ordered by id. */
export interface Positioned {
  readonly id: number;
  readonly s_number: number;
}

/** A row of one of several lists of siblings. */
export interface InCatalog extends Positioned {
  /** The catalog of a page, the parent of a catalog. */
  readonly catId: number;
}

/** The distance of rows behind the last sibling, so that others fit between them later. */
const GAP = 64;

/** Part of a list of siblings, from `first` to before `end`. */
interface Window {
  readonly first: number;
  readonly end: number;
}

/** The positions around a window, both exclusive. `count` rows will be in it. */
function boundsOf(siblings: readonly Positioned[], { first, end }: Window, count: number) {
  const low = siblings[first - 1]?.s_number ?? -1;
  const high = siblings[end]?.s_number ?? Math.min(MAX_POSITION + 1, low + GAP * (count + 1));
  return { low, high };
}

/** The windows around an index that have up to `width` rows on a side, smaller ones first. */
function windowsAround(at: number, width: number, length: number): Window[] {
  const [first, end] = [Math.max(at - width, 0), Math.min(at + width, length)];
  return [
    { first, end: at },
    { first: at, end },
    { first, end },
  ];
}

/**
 * Chooses the siblings that get new positions: none if the rows fit between two siblings, else the smallest window that
 * is at most half full afterwards, so that the next rows fit without new positions.
 */
function chooseWindow(siblings: readonly Positioned[], at: number, added: number): Window {
  const roomOf = (window: Window) => {
    const count = window.end - window.first + added;
    const { low, high } = boundsOf(siblings, window, count);
    return (high - low - 1) / count;
  };
  const none = { first: at, end: at };
  if (roomOf(none) >= 1) return none;
  for (let width = 1; width < siblings.length * 2; width *= 2) {
    const found = windowsAround(at, width, siblings.length).find((window) => roomOf(window) >= 2);
    if (found) return found;
  }
  const whole = { first: 0, end: siblings.length };
  if (roomOf(whole) < 1) throw new AppError('tooLarge');
  return whole;
}

/**
 * Inserts rows into a sorted list of siblings, in the given order, at an index. Returns the position of each row and the
 * siblings that get another position.
 */
function insertRows(siblings: readonly Positioned[], ids: readonly number[], at: number) {
  const window = chooseWindow(siblings, at, ids.length);
  const ordered = [
    ...siblings.slice(window.first, at).map(({ id }) => id),
    ...ids,
    ...siblings.slice(at, window.end).map(({ id }) => id),
  ];
  const { low, high } = boundsOf(siblings, window, ordered.length);
  const positions = new Map(
    ordered.map((id, index) => [
      id,
      low + Math.floor(((high - low) * (index + 1)) / (ordered.length + 1)),
    ]),
  );
  const toRow = (id: number): Positioned => ({ id, s_number: positions.get(id) ?? 0 });
  const renumbered = siblings
    .slice(window.first, window.end)
    .filter(({ id, s_number }) => positions.get(id) !== s_number)
    .map(({ id }) => toRow(id));
  return { inserted: ids.map(toRow), renumbered };
}

/**
 * Like `insertRows`, for rows of which some may be in the list already. They follow the row `after`; 0: they become the
 * first, undefined: the last. If `after` moves too, the row before it counts.
 */
export function moveRows(
  rows: readonly Positioned[],
  ids: readonly number[],
  after: number | undefined,
) {
  const moved = new Set(ids);
  const siblings = rows.filter(({ id }) => !moved.has(id));
  if (after === undefined) return insertRows(siblings, ids, siblings.length);
  const end = after === 0 ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  if (after !== 0 && end === 0) throw new AppError('notFound');
  return insertRows(siblings, ids, rows.slice(0, end).filter(({ id }) => !moved.has(id)).length);
}

/** Finds the row before each of these rows in its catalog; 0 for the first one. The list is sorted. */
export function findPredecessors(
  rows: readonly InCatalog[],
  ids: readonly number[],
): Map<number, number> {
  const selected = new Set(ids);
  const previous = new Map<number, number>();
  const predecessors = new Map<number, number>();
  for (const { id, catId } of rows) {
    if (selected.has(id)) predecessors.set(id, previous.get(catId) ?? 0);
    previous.set(catId, id);
  }
  return predecessors;
}

/** A row that was taken from a list, with its position there and the row before it; 0: it was the first. */
export interface RemovedRow extends Positioned {
  readonly after: number;
}

const byPosition = (a: Positioned, b: Positioned) => a.s_number - b.s_number || a.id - b.id;

/** Whether each row comes directly behind the row that was before it, if that one is still there. */
function areInPlace(list: readonly Positioned[], rows: readonly RemovedRow[]): boolean {
  const before = new Map(list.map(({ id }, index) => [id, list[index - 1]?.id ?? 0]));
  return rows.every(
    ({ id, after }) => (after !== 0 && !before.has(after)) || before.get(id) === after,
  );
}

/** Groups rows that followed each other. */
function toRuns(rows: readonly RemovedRow[]): RemovedRow[][] {
  const runs: RemovedRow[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run && run.at(-1)?.id === row.after) run.push(row);
    else runs.push([row]);
  }
  return runs;
}

/**
 * Puts rows back into a sorted list that may have changed since. They get their former positions if these are still
 * behind the same rows; else they are inserted behind them. A row whose predecessor is gone comes where its former
 * position is. Returns the same as `moveRows`.
 */
export function restoreRows(siblings: readonly Positioned[], removed: readonly RemovedRow[]) {
  const rows = removed.toSorted(byPosition);
  const restored = [...siblings, ...rows].toSorted(byPosition);
  if (areInPlace(restored, rows))
    return { inserted: rows.map(({ id, s_number }) => ({ id, s_number })), renumbered: [] };
  let list = siblings;
  for (const run of toRuns(rows)) {
    const [first] = run;
    if (!first) continue;
    const isPresent = first.after === 0 || list.some(({ id }) => id === first.after);
    const after = isPresent
      ? first.after
      : (list.findLast((row) => byPosition(row, first) < 0)?.id ?? 0);
    const ids = run.map(({ id }) => id);
    const { inserted, renumbered } = moveRows(list, ids, after);
    const changed = new Map(renumbered.map((row) => [row.id, row]));
    list = [...list.map((row) => changed.get(row.id) ?? row), ...inserted].toSorted(byPosition);
  }
  const positions = new Map(list.map(({ id, s_number }) => [id, s_number]));
  const toRow = ({ id }: Positioned): Positioned => ({ id, s_number: positions.get(id) ?? 0 });
  return {
    inserted: rows.map(toRow),
    renumbered: siblings.filter(({ id, s_number }) => positions.get(id) !== s_number).map(toRow),
  };
}

/** Whether other positions of some rows change the order of the list. */
export function changesOrder(
  rows: readonly Positioned[],
  positions: ReadonlyMap<number, number>,
): boolean {
  const next = rows
    .map(({ id, s_number }) => ({ id, s_number: positions.get(id) ?? s_number }))
    .toSorted(byPosition);
  return next.some(({ id }, index) => id !== rows[index]?.id);
}
