/** attachment_type, a filter of file lists; 0 means all, too. In a file without schemas, because the web client does not load zod. */
export const ALL_FILES = -1;
export const IMAGE_FILES = 1;
export const OTHER_FILES = 2;
