/** The language that a visitor selected; the server reads it to render pages. */
export const LANGUAGE_COOKIE = 'octavo-language';
