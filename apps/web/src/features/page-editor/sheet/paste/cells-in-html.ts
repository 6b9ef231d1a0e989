import type { EngineCell } from '@octavo/sheet/engine';
import { LIMITS } from '@octavo/sheet/workbook';
import { cellOfText } from '../cell-of-text.ts';
import { isText, lookIn, rulesIn } from './look-in-html.ts';

const BLOCK = /^(?:p|div|li|h[1-6]|tr)$/i;

/** The text of a cell: `br` and block elements become line breaks, line breaks of the HTML source become spaces. */
function textIn(cell: Element): string {
  let text = '';
  const walk = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE)
      text += (node.nodeValue ?? '').replaceAll(/[\t\n\r ]+/g, ' ');
    else if (node.nodeName === 'BR') text += '\n';
    else if (node instanceof Element && !/^(?:style|script)$/i.test(node.nodeName)) {
      if (BLOCK.test(node.nodeName) && text !== '' && !text.endsWith('\n')) text += '\n';
      for (const child of node.childNodes) walk(child);
    }
  };
  for (const child of cell.childNodes) walk(child);
  return text
    .replaceAll('\u{a0}', ' ')
    .replaceAll(/ *\n */g, '\n')
    .trim();
}

/** The unformatted number of a cell, from the attributes of Excel, LibreOffice or Google Sheets. */
function numberIn(cell: Element): number | undefined {
  const told = cell.getAttribute('x:num') || cell.getAttribute('sdval');
  if (told) return Number.isFinite(Number(told)) ? Number(told) : undefined;
  const found = /"1":3,"3":(-?[\d.e+-]+)/i.exec(cell.getAttribute('data-sheets-value') ?? '');
  return found ? Number(found[1]) : undefined;
}

function readCell(cell: HTMLTableCellElement, rules: ReadonlyMap<string, string>): EngineCell {
  const text = textIn(cell);
  return { ...lookIn(cell, rules), ...(text !== '' && worthOf(cell, text, isText(cell, rules))) };
}

function worthOf(cell: Element, text: string, isSaid: boolean): EngineCell {
  const told = isSaid ? undefined : numberIn(cell);
  const made: EngineCell = isSaid
    ? { v: text, m: text, ct: { fa: '@', t: 's' } }
    : (cellOfText(text) ?? {});
  const isOther = told !== undefined && made.f === undefined && made.v !== told;
  // The displayed text cannot be parsed back into the number, for example because of a currency sign.
  const format = (typeof made.v === 'number' && made.ct?.fa) || 'General';
  return isOther ? { ...made, v: told, ct: { fa: format, t: 'n' } } : made;
}

const span = (cell: Element, name: string, most: number) =>
  Math.min(Math.max(Math.trunc(Number(cell.getAttribute(name) ?? 1)) || 1, 1), most);

/** The cells of the first table of an HTML document; undefined when it has none. */
export function cellsInHtml(
  html: string,
  { row: top, column: left }: { row: number; column: number },
): (EngineCell | null)[][] | undefined {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const table = page.querySelector('table');
  if (!table) return undefined;
  const rules = rulesIn(page);
  const grid: (EngineCell | null)[][] = [];
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table);
  for (const [y, row] of rows.slice(0, LIMITS.rows).entries()) {
    let x = 0;
    grid[y] ??= [];
    for (const cell of row.querySelectorAll<HTMLTableCellElement>(':scope > td, :scope > th')) {
      while (grid[y]?.[x] !== undefined) x += 1;
      const cs = span(cell, 'colspan', LIMITS.columns);
      const rs = span(cell, 'rowspan', rows.length - y);
      const read = readCell(cell, rules);
      const isJoined = cs > 1 || rs > 1;
      for (let dy = 0; dy < rs; dy += 1)
        for (let dx = 0; dx < cs; dx += 1)
          (grid[y + dy] ??= [])[x + dx] = { mc: { r: top + y, c: left + x } };
      (grid[y] ??= [])[x] = isJoined ? { ...read, mc: { r: top + y, c: left + x, rs, cs } } : read;
      x += cs;
    }
  }
  const width = Math.max(0, ...grid.map((line) => line.length));
  if (width === 0) return undefined;
  return grid.map((line) =>
    Array.from({ length: width }, (_, at) => {
      const cell = line[at];
      return cell && Object.keys(cell).length > 0 ? cell : null;
    }),
  );
}
