import { shownText } from './workbook.ts';
import type { Workbook } from './workbook.ts';

/** What can be searched and quoted: a line per row, cells apart by tabs, beginning with each sheet's name. */
export function toText(workbook: Workbook, most = Number.POSITIVE_INFINITY): string {
  const lines: string[] = [];
  let length = 0;
  for (const { name, rows } of workbook) {
    lines.push(name);
    for (const at of [...rows.keys()].toSorted((a, b) => a - b)) {
      const words: string[] = [];
      for (const cell of rows.get(at)?.cells.values() ?? []) {
        const shown = shownText(cell);
        if (shown !== '') words.push(shown.replaceAll(/\s+/g, ' '));
        // Somebody may look for the formula itself.
        if (shown !== cell.text) words.push(cell.text);
      }
      if (words.length === 0) continue;
      const line = words.join('\t');
      lines.push(line);
      length += line.length;
      if (length > most) return lines.join('\n').slice(0, most);
    }
  }
  return lines.join('\n');
}
