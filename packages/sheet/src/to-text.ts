import { displayText } from './workbook.ts';
import type { Workbook } from './workbook.ts';

/** The searchable text: for each sheet its name and one line per row, with cells separated by tabs. */
export function toText(workbook: Workbook, maxLength = Number.POSITIVE_INFINITY): string {
  const lines: string[] = [];
  let length = 0;
  for (const { name, rows } of workbook) {
    lines.push(name);
    for (const at of [...rows.keys()].toSorted((a, b) => a - b)) {
      const words: string[] = [];
      for (const cell of rows.get(at)?.cells.values() ?? []) {
        const shown = displayText(cell);
        if (shown !== '') words.push(shown.replaceAll(/\s+/g, ' '));
        // Makes the formula itself searchable.
        if (shown !== cell.text) words.push(cell.text);
      }
      if (words.length === 0) continue;
      const line = words.join('\t');
      lines.push(line);
      length += line.length;
      if (length > maxLength) return lines.join('\n').slice(0, maxLength);
    }
  }
  return lines.join('\n');
}
