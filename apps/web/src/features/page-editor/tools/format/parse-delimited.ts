/** Matches one cell. A quoted cell may contain line breaks, separators and doubled quotation marks. */
function cellPattern(separator: string): RegExp {
  const end = String.raw`${separator}\n`;
  return new RegExp(String.raw`(?:"((?:[^"]|"")*)"(?=[${end}]|$)|([^${end}]*))([${end}]|$)`, 'y');
}

/** Parses text with tabs, or another separator, into rows of cells. */
export function parseDelimited(text: string, separator = '\t'): string[][] {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  const rows: string[][] = [[]];
  const cell = cellPattern(separator);
  for (;;) {
    const match = cell.exec(lines);
    if (!match) return rows;
    const [, quoted, plain, end] = match;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '') return rows;
    if (end === '\n') rows.push([]);
  }
}
