/**
 * The total timeout of all requests to a directory or provider during one login. A login must respond within six
 * seconds; the rest is reserved for the server itself.
 */
export const EXTERNAL_TIMEOUT_MS = 4000;
