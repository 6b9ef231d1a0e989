/** Default maximum size of an uploaded file, in bytes. In a file without schemas, because the web client does not load zod. */
export const DEFAULT_MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Maximum size of an imported file, in bytes. */
export const MAX_IMPORT_BYTES = 512 * 1024 * 1024;

/** Maximum total size of the files in the zip of a page's attachments, in bytes. */
export const MAX_ARCHIVE_BYTES = 2 * 1024 * 1024 * 1024;
