import { mayHaveFormulas, readWorkbook } from '@octavo/sheet/read-workbook';
import type { Workbook } from '@octavo/sheet/workbook';

/** Reads a stored table with the results of its formulas. The calculation code is loaded only if it has formulas. */
export async function readCalculatedWorkbook(content: string): Promise<Workbook> {
  if (!mayHaveFormulas(content)) return readWorkbook(content);
  const { readCalculated } = await import('@octavo/sheet/formula/calculate');
  return readCalculated(content);
}
