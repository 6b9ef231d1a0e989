import { SHEET_PAGE } from '@octavo/contract/page-type';
import { findMethod } from '@octavo/markdown/find-method';
import { parseWorkbook, readWorkbook } from '@octavo/sheet/read-workbook';
import { exceededLimit } from '@octavo/sheet/workbook';
import type { Workbook } from '@octavo/sheet/workbook';
import { AppError } from '../../app-error.ts';
import { toSearchBody, toSheetSearchBody } from '../search-index/search-text.ts';

function deriveFromWorkbook(workbook: Workbook) {
  if (exceededLimit(workbook) !== undefined) throw new AppError('tooLarge');
  return { method: '', searched: toSheetSearchBody(workbook) };
}

/** Data derived from a page's content: the method label shown in the tree and the normalized copy used for search. */
export function deriveFromContent(content: string, pageType: number) {
  if (pageType === SHEET_PAGE) return deriveFromWorkbook(readWorkbook(content));
  return { method: findMethod(content) ?? '', searched: toSearchBody(content, pageType) };
}

/** Like `deriveFromContent`, for content sent by a client: a sheet page accepts only a workbook. */
export function deriveFromInput(content: string, pageType: number) {
  if (pageType !== SHEET_PAGE) return deriveFromContent(content, pageType);
  const workbook = parseWorkbook(content);
  if (!workbook) throw new AppError('notWorkbook');
  return deriveFromWorkbook(workbook);
}
