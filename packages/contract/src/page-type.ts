/** page_type. In a file without schemas, because the web client does not load zod. */
export const MARKDOWN_PAGE = 0;
/** A table: the content is a workbook in JSON. */
export const SHEET_PAGE = 1;
