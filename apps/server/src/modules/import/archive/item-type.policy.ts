import { parseWorkbook, readWorkbook } from '@octavo/sheet/read-workbook';
import { writeWorkbook } from '@octavo/sheet/write-workbook';
import type { Imported, ImportedPage } from '../imported.ts';

const REGULAR = 1;
const SINGLE_PAGE = 2;
const RUN_API = 3;
const TABLE = 4;
const MARKDOWN = 0;
const SHEET = 1;

/** Item types with a single root page, and the type of that page. */
const ONE_PAGE: ReadonlyMap<number, number> = new Map([
  [SINGLE_PAGE, MARKDOWN],
  [TABLE, SHEET],
]);

/** Falls back to a regular item, which may contain any page, when the pages do not fit the item type. */
function typeFor({ item_type = REGULAR, pages, catalogs = [] }: Imported): number {
  if (item_type === RUN_API) return RUN_API;
  const [page] = pages;
  const isOne = pages.length === 1 && catalogs.length === 0 && page?.way.length === 0;
  const fits = isOne && ONE_PAGE.get(item_type) === (page.page_type ?? MARKDOWN);
  return fits ? item_type : REGULAR;
}

/** A table page must contain a workbook; the lines of any other text become its first column. */
function withWorkbook(page: ImportedPage): ImportedPage {
  if (page.page_type !== SHEET || parseWorkbook(page.page_content)) return page;
  return { ...page, page_content: writeWorkbook(readWorkbook(page.page_content)) };
}

export function withFittingType(imported: Imported): Imported {
  return {
    ...imported,
    item_type: typeFor(imported),
    pages: imported.pages.map(withWorkbook),
  };
}
