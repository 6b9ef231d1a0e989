/** A cell in quotation marks may hold line ends, tabs and doubled marks, as spreadsheets write them. */
const CELL = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))([\t\n]|$)/y;

/** Lines with tabs as cells. */
export function readTabbed(text: string): string[][] {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  const rows: string[][] = [[]];
  CELL.lastIndex = 0;
  for (;;) {
    const found = CELL.exec(lines);
    if (!found) return rows;
    const [, quoted, plain, end] = found;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '') return rows;
    if (end === '\n') rows.push([]);
  }
}
