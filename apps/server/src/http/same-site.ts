/** What a browser tells about where a request comes from. */
export interface Origins {
  readonly method: string;
  /** A GET that changes something: logout, exports. */
  readonly guardedGet: boolean;
  readonly hasToken: boolean;
  readonly hasCookie: boolean;
  readonly secFetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly referer: string | undefined;
}

function sameHost(referer: string | undefined, own: URL): boolean {
  return referer !== undefined && URL.canParse(referer) && new URL(referer).host === own.host;
}

/**
 * Refuses writes that another site makes in a visitor's name. A token cannot be sent by another
 * site, so it speaks for itself; scripts without cookie and Origin are no browsers.
 */
export function isSameSite(from: Origins, own: URL): boolean {
  if (from.hasToken) return true;
  if (from.guardedGet)
    return from.secFetchSite === undefined
      ? sameHost(from.referer, own)
      : from.secFetchSite === 'same-origin';
  if (from.method === 'GET' || from.method === 'HEAD') return true;
  if (from.secFetchSite !== undefined && from.secFetchSite !== 'same-origin') return false;
  if (from.origin !== undefined && from.origin !== own.origin) return false;
  const told = from.secFetchSite !== undefined || from.origin !== undefined;
  return told || !from.hasCookie;
}
