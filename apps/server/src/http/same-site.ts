/** The parts of a request that show which site it comes from. */
export interface RequestOrigin {
  readonly method: string;
  /** True for a GET that changes data, such as logout and exports. */
  readonly isUnsafeGet: boolean;
  readonly hasToken: boolean;
  readonly hasCookie: boolean;
  readonly secFetchSite: string | undefined;
  readonly origin: string | undefined;
  readonly referer: string | undefined;
}

function isSameHost(referer: string | undefined, publicUrl: URL): boolean {
  return referer !== undefined && URL.canParse(referer) && new URL(referer).host === publicUrl.host;
}

/**
 * Protects against CSRF: returns false for writes that another site sends from the user's browser, also without
 * cookies (login CSRF). Another site cannot send a token, so requests with a token pass. Requests without a cookie and
 * without the headers Origin and Sec-Fetch-Site come from scripts.
 */
export function isSameSite(from: RequestOrigin, publicUrl: URL): boolean {
  if (from.hasToken) return true;
  if (from.isUnsafeGet)
    return from.secFetchSite === undefined
      ? isSameHost(from.referer, publicUrl)
      : from.secFetchSite === 'same-origin';
  if (from.method === 'GET' || from.method === 'HEAD') return true;
  if (from.secFetchSite !== undefined && from.secFetchSite !== 'same-origin') return false;
  if (from.origin !== undefined && from.origin !== publicUrl.origin) return false;
  const hasOriginHeaders = from.secFetchSite !== undefined || from.origin !== undefined;
  return hasOriginHeaders || !from.hasCookie;
}
