import type { Cell, Row, Sheet, Workbook } from './workbook.ts';

/** How an imported workbook is combined with the current one. */
export type TakeIn = 'add' | 'merge' | 'replace';

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let at = 2; taken.has(free); at += 1) free = `${name} (${at})`;
  return free;
}

/** Prepares a sheet to be added: with a unique name and without its id, which may be in use. */
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

/** Non-empty imported cells replace existing cells; all other cells are unchanged. */
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

/** Imports a workbook into another one. Sheets are matched by name. */
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
