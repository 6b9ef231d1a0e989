import { methodOf } from '@octavo/markdown/method-of';
import { readWorkbook } from '@octavo/sheet/read-workbook';
import { excessOf } from '@octavo/sheet/workbook';
import { AppError } from '../../app-error.ts';
import { searchBody, searchCells } from './search-text.ts';

const SHEET = 1;

function derivedFromSheet(content: string) {
  const workbook = readWorkbook(content);
  if (excessOf(workbook) !== undefined) throw new AppError('tooLarge');
  return { method: '', searched: searchCells(workbook) };
}

/** What is kept beside a text: its label in the tree, and the folded copy that is searched. */
export function derivedFrom(content: string, pageType: number) {
  if (pageType === SHEET) return derivedFromSheet(content);
  return { method: methodOf(content) ?? '', searched: searchBody(content, pageType) };
}
