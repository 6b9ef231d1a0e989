import type { Cell, Row, Sheet, Workbook } from './workbook.ts';

/** The cells of a row as the members of a JSON object, without braces. */
export function writeCells(cells: Iterable<readonly [number, Cell]>): string {
  const written: string[] = [];
  for (const [at, cell] of cells) written.push(`"${at}":${JSON.stringify(cell)}`);
  return written.join(',');
}

function writeRow(at: number, { attributes }: Row, cells: string): string {
  const rest = JSON.stringify(attributes).slice(1, -1);
  return `"${at}":{"cells":{${cells}}${rest === '' ? '' : `,${rest}`}}`;
}

/** `cellsOf` may return cached JSON of a row's cells, because serializing them takes most of the time. */
export function writeSheet(
  sheet: Sheet,
  cellsOf: (row: Row) => string = ({ cells }) => writeCells(cells),
): string {
  const { name, attributes, rowCount } = sheet;
  const rows = [...sheet.rows].map(([at, row]) => writeRow(at, row, cellsOf(row)));
  if (rowCount !== undefined) rows.push(`"len":${rowCount}`);
  const rest = JSON.stringify({ name, ...attributes }).slice(1, -1);
  return `{${rest},"rows":{${rows.join(',')}}}`;
}

/** Serializes a workbook to the stored format: a list of sheets. */
export function writeWorkbook(workbook: Workbook): string {
  return `[${workbook.map((sheet) => writeSheet(sheet)).join(',')}]`;
}
