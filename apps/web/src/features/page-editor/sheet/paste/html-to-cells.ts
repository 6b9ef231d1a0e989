import type { FortuneCell } from '@octavo/sheet/fortune-format';
import { LIMITS } from '@octavo/sheet/workbook';
import { textToCell } from '../text-to-cell.ts';
import { hasTextFormat, parseCellStyle, parseStyleRules } from './html-cell-style.ts';

const BLOCK = /^(?:p|div|li|h[1-6]|tr)$/i;

/** The text of a cell: `br` and block elements become line breaks, line breaks of the HTML source become spaces. */
function readText(cell: Element): string {
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
function readNumber(cell: Element): number | undefined {
  const rawValue = cell.getAttribute('x:num') || cell.getAttribute('sdval');
  if (rawValue) return Number.isFinite(Number(rawValue)) ? Number(rawValue) : undefined;
  const match = /"1":3,"3":(-?[\d.e+-]+)/i.exec(cell.getAttribute('data-sheets-value') ?? '');
  return match ? Number(match[1]) : undefined;
}

function readCell(cell: HTMLTableCellElement, rules: ReadonlyMap<string, string>): FortuneCell {
  const text = readText(cell);
  return {
    ...parseCellStyle(cell, rules),
    ...(text !== '' && toCellValue(cell, text, hasTextFormat(cell, rules))),
  };
}

function toCellValue(cell: Element, text: string, isTextFormat: boolean): FortuneCell {
  const rawValue = isTextFormat ? undefined : readNumber(cell);
  const parsed: FortuneCell = isTextFormat
    ? { v: text, m: text, ct: { fa: '@', t: 's' } }
    : (textToCell(text) ?? {});
  const differs = rawValue !== undefined && parsed.f === undefined && parsed.v !== rawValue;
  // The displayed text cannot be parsed back into the number, for example because of a currency sign.
  const format = (typeof parsed.v === 'number' && parsed.ct?.fa) || 'General';
  return differs ? { ...parsed, v: rawValue, ct: { fa: format, t: 'n' } } : parsed;
}

const span = (cell: Element, name: string, max: number) =>
  Math.min(Math.max(Math.trunc(Number(cell.getAttribute(name) ?? 1)) || 1, 1), max);

/** The cells of the first table of an HTML document; undefined when it has none. */
export function htmlToCells(
  html: string,
  { row: top, column: left }: { row: number; column: number },
): (FortuneCell | null)[][] | undefined {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const table = page.querySelector('table');
  if (!table) return undefined;
  const rules = parseStyleRules(page);
  const grid: (FortuneCell | null)[][] = [];
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table);
  for (const [y, row] of rows.slice(0, LIMITS.rows).entries()) {
    let x = 0;
    grid[y] ??= [];
    for (const cell of row.querySelectorAll<HTMLTableCellElement>(':scope > td, :scope > th')) {
      while (grid[y]?.[x] !== undefined) x += 1;
      const cs = span(cell, 'colspan', LIMITS.columns);
      const rs = span(cell, 'rowspan', rows.length - y);
      const content = readCell(cell, rules);
      const isMerged = cs > 1 || rs > 1;
      for (let dy = 0; dy < rs; dy += 1)
        for (let dx = 0; dx < cs; dx += 1)
          (grid[y + dy] ??= [])[x + dx] = { mc: { r: top + y, c: left + x } };
      (grid[y] ??= [])[x] = isMerged
        ? { ...content, mc: { r: top + y, c: left + x, rs, cs } }
        : content;
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
