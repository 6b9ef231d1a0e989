import { columnName } from './address.ts';
import { columnWidth, createSpans } from './grid.ts';
import { cellStyle } from './cell-style.ts';
import { extentOf, isNumeric, displayText } from './workbook.ts';
import type { Sheet, Workbook } from './workbook.ts';

/** The size of the preview that is shown before any script runs. */
const MAX_ROWS = 60;
const MAX_COLUMNS = 50;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

function renderSheet(sheet: Sheet): string {
  const extent = extentOf(sheet);
  const rows = Math.min(extent.rows, MAX_ROWS);
  const columns = Math.min(extent.columns, MAX_COLUMNS);
  const spans = createSpans(sheet);
  const at = Array.from({ length: columns }, (_, column) => column);
  const widths = at.map((column) => `<col style="width:${columnWidth(sheet, column)}px">`).join('');
  const headers = at.map((column) => `<th scope="col">${columnName(column)}</th>`).join('');

  function renderCell(row: number, column: number): string {
    if (spans.isCovered(row, column)) return '';
    const cell = sheet.rows.get(row)?.cells.get(column);
    const span = spans.at(row, column);
    const rowspan = Math.min(span?.rows ?? 1, rows - row);
    const colspan = Math.min(span?.columns ?? 1, columns - column);
    const isBold = cell && cellStyle(cell, sheet.attributes['styles'])['bl'] === 1;
    const classes = [isBold && 'strong', cell && isNumeric(cell) && 'number'].filter(Boolean);
    return (
      `<td${rowspan > 1 ? ` rowspan="${rowspan}"` : ''}${colspan > 1 ? ` colspan="${colspan}"` : ''}` +
      `${classes.length > 0 ? ` class="${classes.join(' ')}"` : ''}>${cell ? escape(displayText(cell)) : ''}</td>`
    );
  }

  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = at.map((column) => renderCell(row, column)).join('');
    return `<tr><th scope="row">${row + 1}</th>${cells}</tr>`;
  });
  return (
    `<div class="sheet-scroll" tabindex="0" role="region" aria-label="${escape(sheet.name)}">` +
    `<table class="sheet-grid"><colgroup><col class="sheet-numbers">${widths}</colgroup>` +
    `<thead><tr><td></td>${headers}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
  );
}

/** Renders the beginning of the first sheet as an HTML table, for the first paint, for crawlers and for printing. */
export function renderPreview(workbook: Workbook): string {
  const [first] = workbook;
  if (!first || extentOf(first).rows === 0) return '';
  return renderSheet(first);
}
