import { methodOf } from '@octavo/markdown/method-of';
import { parseWorkbook, readWorkbook } from '@octavo/sheet/read-workbook';
import { excessOf } from '@octavo/sheet/workbook';
import type { Workbook } from '@octavo/sheet/workbook';
import { AppError } from '../../app-error.ts';
import { searchBody, searchCells } from './search-text.ts';

const SHEET = 1;

function derivedFromSheet(workbook: Workbook) {
  if (excessOf(workbook) !== undefined) throw new AppError('tooLarge');
  return { method: '', searched: searchCells(workbook) };
}

/** What is kept beside a text: its label in the tree, and the folded copy that is searched. */
export function derivedFrom(content: string, pageType: number) {
  if (pageType === SHEET) return derivedFromSheet(readWorkbook(content));
  return { method: methodOf(content) ?? '', searched: searchBody(content, pageType) };
}

/** The same for a text that a client sends: a sheet page accepts only a workbook. */
export function derivedFromSent(content: string, pageType: number) {
  if (pageType !== SHEET) return derivedFrom(content, pageType);
  const workbook = parseWorkbook(content);
  if (!workbook) throw new AppError('notWorkbook');
  return derivedFromSheet(workbook);
}
