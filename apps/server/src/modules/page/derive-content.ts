import { SHEET_PAGE } from '@octavo/contract/page-type';
import { findMethod } from '@octavo/markdown/find-method';
import { parseWorkbook, readWorkbook } from '@octavo/sheet/read-workbook';
import { exceededLimit } from '@octavo/sheet/workbook';
import type { Workbook } from '@octavo/sheet/workbook';
import { AppError } from '../../app-error.ts';
import { toSearchBody, toSheetSearchBody } from '../search-index/search-text.ts';
import { findPageLinks } from './find-page-links.ts';
import type { PageLink } from './find-page-links.ts';

const NO_LINKS: readonly PageLink[] = [];

function deriveFromWorkbook(workbook: Workbook) {
  if (exceededLimit(workbook) !== undefined) throw new AppError('tooLarge');
  return { method: '', searched: toSheetSearchBody(workbook), links: NO_LINKS };
}

/**
 * Data derived from a page's content: the method label shown in the tree, the normalized copy used for search, and the
 * links to other pages.
 */
export function deriveFromContent(content: string, pageType: number, siteOrigin: string) {
  if (pageType === SHEET_PAGE) return deriveFromWorkbook(readWorkbook(content));
  return {
    method: findMethod(content) ?? '',
    searched: toSearchBody(content, pageType),
    links: findPageLinks(content, siteOrigin),
  };
}

/** Like `deriveFromContent`, for content sent by a client: a sheet page accepts only a workbook. */
export function deriveFromInput(content: string, pageType: number, siteOrigin: string) {
  if (pageType !== SHEET_PAGE) return deriveFromContent(content, pageType, siteOrigin);
  const workbook = parseWorkbook(content);
  if (!workbook) throw new AppError('notWorkbook');
  return deriveFromWorkbook(workbook);
}
