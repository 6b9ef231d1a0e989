/** item_type; 0 is a regular item, too. In a file without schemas, because the web client does not load zod. */
export const REGULAR_ITEM = 1;
export const SINGLE_PAGE_ITEM = 2;
/** A read-only import from RunApi: its pages are JSON, converted to Markdown when they are rendered or exported. */
export const RUN_API_ITEM = 3;
/** Its only page is a sheet. */
export const TABLE_ITEM = 4;

/** Items of these types have exactly one page, created with the item, and no catalogs. */
export function hasSinglePage(itemType: number): boolean {
  return itemType === SINGLE_PAGE_ITEM || itemType === TABLE_ITEM;
}
