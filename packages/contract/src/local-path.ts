const OWN = 'http://octavo.invalid';

/**
 * A `redirect` parameter as a path of our own site, or undefined. Browsers read `//host`, `/\host`
 * and control characters as other hosts, so the text is judged both as written and as parsed.
 */
export function localPath(redirect: string | null | undefined): string | undefined {
  if (!redirect || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(redirect)) return undefined;
  if (!URL.canParse(redirect, OWN)) return undefined;
  const url = new URL(redirect, OWN);
  // Dot segments can parse into `//host`, which a second reading would take as a host.
  if (url.origin !== OWN || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
