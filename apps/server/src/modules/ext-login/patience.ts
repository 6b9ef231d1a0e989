/**
 * The total timeout of all requests to a directory or provider during one login. A login must respond within six
 * seconds; the rest is reserved for the server itself.
 */
export const PATIENCE_MS = 4000;
