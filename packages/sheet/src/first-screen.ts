import { columnName } from './address.ts';
import { columnWidth, createSpans } from './grid.ts';
import { lookOf } from './old-style.ts';
import { extentOf, isNumeric, shownText } from './workbook.ts';
import type { Sheet, Workbook } from './workbook.ts';

/** The size of the preview that is shown before any script runs. */
const ROWS = 60;
const COLUMNS = 50;

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

function drawSheet(sheet: Sheet): string {
  const filled = extentOf(sheet);
  const rows = Math.min(filled.rows, ROWS);
  const columns = Math.min(filled.columns, COLUMNS);
  const spans = createSpans(sheet);
  const at = Array.from({ length: columns }, (_, column) => column);
  const widths = at.map((column) => `<col style="width:${columnWidth(sheet, column)}px">`).join('');
  const heads = at.map((column) => `<th scope="col">${columnName(column)}</th>`).join('');

  function drawCell(row: number, column: number): string {
    if (spans.isCovered(row, column)) return '';
    const cell = sheet.rows.get(row)?.cells.get(column);
    const span = spans.at(row, column);
    const rowspan = Math.min(span?.rows ?? 1, rows - row);
    const colspan = Math.min(span?.columns ?? 1, columns - column);
    const isBold = cell && lookOf(cell, sheet.attributes['styles'])['bl'] === 1;
    const classes = [isBold && 'strong', cell && isNumeric(cell) && 'number'].filter(Boolean);
    return (
      `<td${rowspan > 1 ? ` rowspan="${rowspan}"` : ''}${colspan > 1 ? ` colspan="${colspan}"` : ''}` +
      `${classes.length > 0 ? ` class="${classes.join(' ')}"` : ''}>${cell ? escape(shownText(cell)) : ''}</td>`
    );
  }

  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = at.map((column) => drawCell(row, column)).join('');
    return `<tr><th scope="row">${row + 1}</th>${cells}</tr>`;
  });
  return (
    `<div class="sheet-scroll" tabindex="0" role="region" aria-label="${escape(sheet.name)}">` +
    `<table class="sheet-grid"><colgroup><col class="sheet-numbers">${widths}</colgroup>` +
    `<thead><tr><td></td>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
  );
}

/** Renders the beginning of the first sheet as an HTML table, for the first paint, for crawlers and for printing. */
export function firstScreen(workbook: Workbook): string {
  const [first] = workbook;
  if (!first || extentOf(first).rows === 0) return '';
  return drawSheet(first);
}
