import { escapeHtml } from '@octavo/markdown/escape';
import { createSpans } from '@octavo/sheet/grid';
import { readCalculated } from '@octavo/sheet/formula/calculate';
import { extentOf, displayText } from '@octavo/sheet/workbook';
import type { Sheet } from '@octavo/sheet/workbook';

function tableHtml(sheet: Sheet): string {
  const { rows, columns } = extentOf(sheet);
  const spans = createSpans(sheet);
  const cellHtml = (row: number, column: number, tag: 'th' | 'td'): string => {
    if (spans.isCovered(row, column)) return '';
    const span = spans.at(row, column);
    const cell = sheet.rows.get(row)?.cells.get(column);
    const text = cell ? escapeHtml(displayText(cell)).replaceAll('\n', '<br>') : '';
    const rowspan = span && span.rows > 1 ? ` rowspan="${span.rows}"` : '';
    const colspan = span && span.columns > 1 ? ` colspan="${span.columns}"` : '';
    return `<${tag}${rowspan}${colspan}>${text}</${tag}>`;
  };
  const lines = Array.from({ length: rows }, (_row, row) => {
    const tag = row === 0 ? 'th' : 'td';
    const cells = Array.from({ length: columns }, (_column, at) => cellHtml(row, at, tag));
    return `<tr>${cells.join('')}</tr>`;
  });
  const [head = '', ...rest] = lines;
  return (
    `<div class="table-wrap" tabindex="0"><table class="sheet"><thead>${head}</thead>` +
    `<tbody>${rest.join('\n')}</tbody></table></div>`
  );
}

/** Renders each non-empty sheet as a table, with its name if there are several. */
export function sheetHtml(content: string): string {
  const filled = readCalculated(content).filter((sheet) => extentOf(sheet).rows > 0);
  return filled
    .map((sheet) => {
      const name = filled.length > 1 ? `<h2>${escapeHtml(sheet.name)}</h2>\n` : '';
      return name + tableHtml(sheet);
    })
    .join('\n');
}
