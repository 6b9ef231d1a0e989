/** The parts of a request that show which site it comes from. */
export interface Origins {
  readonly method: string;
  /** True for a GET that changes data, such as logout and exports. */
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
 * Protects against CSRF: returns false for writes that another site sends with the user's cookies. Another site
 * cannot send a token, so requests with a token pass. Requests without cookie and Origin come from scripts.
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
