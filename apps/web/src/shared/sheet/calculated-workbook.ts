import { mayHaveFormulas, readWorkbook } from '@octavo/sheet/read-workbook';
import type { Workbook } from '@octavo/sheet/workbook';

/** A stored table with the results of its formulas; the calculation is loaded where there are any. */
export async function calculatedWorkbook(content: string): Promise<Workbook> {
  if (!mayHaveFormulas(content)) return readWorkbook(content);
  const { readCalculated } = await import('@octavo/sheet/formula/calculate');
  return readCalculated(content);
}
