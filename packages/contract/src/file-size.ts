/** In bytes. In a file without schemas, because the web client does not load zod. */
export const MEGABYTE = 1024 * 1024;

/** Default maximum size of an uploaded file, in bytes. */
export const DEFAULT_MAX_FILE_BYTES = 4 * MEGABYTE;

/** Maximum size of an imported file, in bytes. */
export const MAX_IMPORT_BYTES = 512 * MEGABYTE;

/** Maximum total size of the files in the zip of a page's attachments, in bytes. */
export const MAX_ARCHIVE_BYTES = 2 * 1024 * MEGABYTE;

/** Maximum size of an imported API description, in bytes. */
export const MAX_API_FILE_BYTES = 32 * MEGABYTE;

/** Maximum size of a CSV file with users, in bytes. */
export const MAX_USER_FILE_BYTES = 16 * MEGABYTE;

/** Maximum size of the content of a page, in bytes of UTF-8. */
export const MAX_MARKDOWN_BYTES = 2 * MEGABYTE;
export const MAX_SHEET_BYTES = 32 * MEGABYTE;
