import {
  REGULAR_ITEM,
  RUN_API_ITEM,
  SINGLE_PAGE_ITEM,
  TABLE_ITEM,
} from '@octavo/contract/item-type';
import { MARKDOWN_PAGE, SHEET_PAGE } from '@octavo/contract/page-type';
import { parseWorkbook, readWorkbook } from '@octavo/sheet/read-workbook';
import { writeWorkbook } from '@octavo/sheet/write-workbook';
import type { ImportedItem, ImportedPage } from '../imported-item.ts';

/** Item types with a single root page, and the type of that page. */
const SINGLE_PAGE_TYPES: ReadonlyMap<number, number> = new Map([
  [SINGLE_PAGE_ITEM, MARKDOWN_PAGE],
  [TABLE_ITEM, SHEET_PAGE],
]);

/** Falls back to a regular item, which may contain any page, when the pages do not fit the item type. */
function resolveItemType({ item_type = REGULAR_ITEM, pages, catalogs = [] }: ImportedItem): number {
  if (item_type === RUN_API_ITEM) return RUN_API_ITEM;
  const [page] = pages;
  const isSinglePage =
    pages.length === 1 && catalogs.length === 0 && page?.catalogPath.length === 0;
  const fits =
    isSinglePage && SINGLE_PAGE_TYPES.get(item_type) === (page.page_type ?? MARKDOWN_PAGE);
  return fits ? item_type : REGULAR_ITEM;
}

/** A table page must contain a workbook; the lines of any other text become its first column. */
function ensureWorkbook(page: ImportedPage): ImportedPage {
  if (page.page_type !== SHEET_PAGE || parseWorkbook(page.page_content)) return page;
  return { ...page, page_content: writeWorkbook(readWorkbook(page.page_content)) };
}

export function withValidItemType(imported: ImportedItem): ImportedItem {
  return {
    ...imported,
    item_type: resolveItemType(imported),
    pages: imported.pages.map(ensureWorkbook),
  };
}
