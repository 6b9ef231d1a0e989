import type { Cell, Row, Sheet, Workbook } from './workbook.ts';

/** How an imported workbook is combined with the current one. */
export type ImportMode = 'add' | 'merge' | 'replace';

function uniqueName(name: string, usedNames: ReadonlySet<string>): string {
  let candidate = name;
  for (let at = 2; usedNames.has(candidate); at += 1) candidate = `${name} (${at})`;
  return candidate;
}

/** Prepares a sheet to be added: with a unique name and without its id, which may be in use. */
function asNewSheet(sheet: Sheet, usedNames: ReadonlySet<string>): Sheet {
  const { id: _id, ...attributes } = sheet.attributes;
  return { ...sheet, name: uniqueName(sheet.name, usedNames), attributes };
}

function addSheets(current: Workbook, incoming: Workbook): Workbook {
  const usedNames = new Set(current.map(({ name }) => name));
  const sheets = incoming.map((sheet) => {
    const made = asNewSheet(sheet, usedNames);
    usedNames.add(made.name);
    return made;
  });
  return [...current, ...sheets];
}

/** Non-empty imported cells replace existing cells; all other cells are unchanged. */
function overlaySheet(current: Sheet, incoming: Sheet): Sheet {
  const rows = new Map<number, Row>(current.rows);
  for (const [at, { cells }] of incoming.rows) {
    const now = rows.get(at);
    const next = new Map<number, Cell>(now?.cells);
    for (const [column, cell] of cells) if (cell.text !== '') next.set(column, cell);
    if (next.size > 0) rows.set(at, { cells: next, attributes: now?.attributes ?? {} });
  }
  return { ...current, rows: new Map([...rows].toSorted(([a], [b]) => a - b)) };
}

/** Imports a workbook into another one. The mode `merge` matches sheets by name. */
export function importWorkbook(current: Workbook, incoming: Workbook, mode: ImportMode): Workbook {
  if (mode === 'add') return addSheets(current, incoming);
  if (mode === 'replace') return addSheets([], incoming);
  const byName = new Map(incoming.map((sheet) => [sheet.name, sheet]));
  const merged = current.map((sheet) => {
    const partner = byName.get(sheet.name);
    byName.delete(sheet.name);
    return partner ? overlaySheet(sheet, partner) : sheet;
  });
  return addSheets(merged, [...byName.values()]);
}
