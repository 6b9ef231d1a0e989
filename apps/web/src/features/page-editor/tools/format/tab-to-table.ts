import { literal, table } from '@octavo/markdown/write';

/** A cell in quotation marks may hold line ends, tabs and doubled marks, as spreadsheets write them. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))([\t\n]|$)/y;

function readCells(text: string): string[][] {
  const rows: string[][] = [[]];
  CELL.lastIndex = 0;
  for (;;) {
    const found = CELL.exec(text);
    if (!found) return rows;
    const [, quoted, plain, end] = found;
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain ?? '').trim());
    if (end === '') return rows;
    if (end === '\n') rows.push([]);
  }
}

/** Rows and columns without those that are empty at the end. */
function trimRows(rows: readonly string[][]): string[][] {
  const last = rows.findLastIndex((cells) => cells.some((cell) => cell !== ''));
  const width = Math.max(...rows.map((cells) => cells.findLastIndex((cell) => cell !== '') + 1));
  return rows
    .slice(0, last + 1)
    .map((cells) => Array.from({ length: width }, (_, at) => cells[at] ?? ''));
}

/** Lines with tabs as a table; the first one is its head. Undefined when there is nothing in them. */
export function tabToTable(text: string): string | undefined {
  const [head, ...rows] = trimRows(readCells(text.replaceAll(/\r\n?/g, '\n')));
  if (!head) return undefined;
  return table(
    head.map(literal),
    rows.map((cells) => cells.map(literal)),
  );
}
