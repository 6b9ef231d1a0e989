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

/** Data derived from a page's content: the method label shown in the tree and the normalized copy used for search. */
export function derivedFrom(content: string, pageType: number) {
  if (pageType === SHEET) return derivedFromSheet(readWorkbook(content));
  return { method: methodOf(content) ?? '', searched: searchBody(content, pageType) };
}

/** Like `deriveFromContent`, for content sent by a client: a sheet page accepts only a workbook. */
export function derivedFromSent(content: string, pageType: number) {
  if (pageType !== SHEET) return derivedFrom(content, pageType);
  const workbook = parseWorkbook(content);
  if (!workbook) throw new AppError('notWorkbook');
  return derivedFromSheet(workbook);
}
