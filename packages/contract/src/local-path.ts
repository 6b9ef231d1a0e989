const PLACEHOLDER_ORIGIN = 'http://octavo.invalid';

/**
 * Returns a `redirect` parameter as a path of this site, or undefined if it is not one. Browsers resolve
 * `//host`, `/\host` and control characters to other hosts, so both the raw text and the parsed URL are checked.
 */
export function localPath(redirect: string | null | undefined): string | undefined {
  if (!redirect || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(redirect)) return undefined;
  if (!URL.canParse(redirect, PLACEHOLDER_ORIGIN)) return undefined;
  const url = new URL(redirect, PLACEHOLDER_ORIGIN);
  // Removing dot segments can produce `//host`, which is another host when parsed again.
  if (url.origin !== PLACEHOLDER_ORIGIN || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
