import type { Block, Inline } from '@octavo/markdown/blocks';
import { readCalculated } from '@octavo/sheet/formula/calculate';
import { extentOf, displayText } from '@octavo/sheet/workbook';
import type { Sheet } from '@octavo/sheet/workbook';

const inlines = (text: string): Inline[] =>
  text.split('\n').flatMap((line, at): Inline[] => {
    const shown: Inline[] = line === '' ? [] : [{ kind: 'text', text: line }];
    return at === 0 ? shown : [{ kind: 'break' }, ...shown];
  });

function tableOf(sheet: Sheet): Block {
  const { rows, columns } = extentOf(sheet);
  const [head = [], ...rest] = Array.from({ length: rows }, (_row, row) =>
    Array.from({ length: columns }, (_column, column) => {
      const cell = sheet.rows.get(row)?.cells.get(column);
      return cell ? inlines(displayText(cell)) : [];
    }),
  );
  return { kind: 'table', aligns: head.map(() => ''), head, rows: rest };
}

/** Converts each non-empty sheet to a table, with its name as a heading if there are several. */
export function sheetBlocks(content: string): Block[] {
  const filled = readCalculated(content).filter((sheet) => extentOf(sheet).rows > 0);
  return filled.flatMap((sheet) => {
    const heading: Block = { kind: 'heading', level: 1, text: inlines(sheet.name) };
    return filled.length > 1 ? [heading, tableOf(sheet)] : [tableOf(sheet)];
  });
}
