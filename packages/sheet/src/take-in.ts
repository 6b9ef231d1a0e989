import type { Cell, Row, Sheet, Workbook } from './workbook.ts';

/** What becomes of a workbook when another one comes in. */
export type TakeIn = 'add' | 'merge' | 'replace';

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let at = 2; taken.has(free); at += 1) free = `${name} (${at})`;
  return free;
}

/** As a new sheet: with a name that is free and without an id that may be another's. */
function asNew(sheet: Sheet, taken: ReadonlySet<string>): Sheet {
  const { id: _id, ...attributes } = sheet.attributes;
  return { ...sheet, name: freeName(sheet.name, taken), attributes };
}

function added(current: Workbook, incoming: Workbook): Workbook {
  const taken = new Set(current.map(({ name }) => name));
  const sheets = incoming.map((sheet) => {
    const made = asNew(sheet, taken);
    taken.add(made.name);
    return made;
  });
  return [...current, ...sheets];
}

/** Cells that come in replace those that are there; every other one stays. */
function overlaid(current: Sheet, incoming: Sheet): Sheet {
  const rows = new Map<number, Row>(current.rows);
  for (const [at, { cells }] of incoming.rows) {
    const now = rows.get(at);
    const next = new Map<number, Cell>(now?.cells);
    for (const [column, cell] of cells) if (cell.text !== '') next.set(column, cell);
    if (next.size > 0) rows.set(at, { cells: next, attributes: now?.attributes ?? {} });
  }
  return { ...current, rows: new Map([...rows].toSorted(([a], [b]) => a - b)) };
}

/** Sheets are known by their names; undo is not to save. */
export function takeIn(current: Workbook, incoming: Workbook, way: TakeIn): Workbook {
  if (way === 'add') return added(current, incoming);
  if (way === 'replace') return added([], incoming);
  const byName = new Map(incoming.map((sheet) => [sheet.name, sheet]));
  const merged = current.map((sheet) => {
    const partner = byName.get(sheet.name);
    byName.delete(sheet.name);
    return partner ? overlaid(sheet, partner) : sheet;
  });
  return added(merged, [...byName.values()]);
}
