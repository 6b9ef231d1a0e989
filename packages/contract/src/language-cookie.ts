/** A visitor's choice of language, read by the server for the pages that it draws itself. */
export const LANGUAGE_COOKIE = 'octavo-language';
