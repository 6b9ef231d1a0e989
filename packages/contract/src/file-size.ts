/** Bytes of one file, as long as no administrator says otherwise. Apart from the schemas, which screens do not load. */
export const MOST_FILE_BYTES = 4 * 1024 * 1024;

/** Bytes of a file that is imported. */
export const MOST_IMPORT_BYTES = 512 * 1024 * 1024;

/** Bytes of the files that one zip of a page's files may hold. */
export const MAX_ARCHIVE_BYTES = 2 * 1024 * 1024 * 1024;
