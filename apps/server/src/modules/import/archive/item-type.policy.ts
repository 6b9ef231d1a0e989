import { parseWorkbook, readWorkbook } from '@octavo/sheet/read-workbook';
import { writeWorkbook } from '@octavo/sheet/write-workbook';
import type { ImportedItem, ImportedPage } from '../imported-item.ts';

const REGULAR = 1;
const SINGLE_PAGE = 2;
const RUN_API = 3;
const TABLE = 4;
const MARKDOWN = 0;
const SHEET = 1;

/** Item types with a single root page, and the type of that page. */
const SINGLE_PAGE_TYPES: ReadonlyMap<number, number> = new Map([
  [SINGLE_PAGE, MARKDOWN],
  [TABLE, SHEET],
]);

/** Falls back to a regular item, which may contain any page, when the pages do not fit the item type. */
function resolveItemType({ item_type = REGULAR, pages, catalogs = [] }: ImportedItem): number {
  if (item_type === RUN_API) return RUN_API;
  const [page] = pages;
  const isSinglePage =
    pages.length === 1 && catalogs.length === 0 && page?.catalogPath.length === 0;
  const fits = isSinglePage && SINGLE_PAGE_TYPES.get(item_type) === (page.page_type ?? MARKDOWN);
  return fits ? item_type : REGULAR;
}

/** A table page must contain a workbook; the lines of any other text become its first column. */
function ensureWorkbook(page: ImportedPage): ImportedPage {
  if (page.page_type !== SHEET || parseWorkbook(page.page_content)) return page;
  return { ...page, page_content: writeWorkbook(readWorkbook(page.page_content)) };
}

export function withValidItemType(imported: ImportedItem): ImportedItem {
  return {
    ...imported,
    item_type: resolveItemType(imported),
    pages: imported.pages.map(ensureWorkbook),
  };
}
