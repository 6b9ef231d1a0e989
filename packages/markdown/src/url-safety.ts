const SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);
/** Characters that browsers drop or ignore before they parse the scheme. */
// oxlint-disable-next-line no-control-regex
const IGNORED = /[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]/g;
const RASTER_DATA_URL = /^data:image\/(?:png|jpe?g|gif|webp);base64,[a-z0-9+/=]*$/i;

function schemeOf(address: string): string | undefined {
  return /^([^/?#]*?):/.exec(address.replace(IGNORED, ''))?.[1]?.toLowerCase();
}

/** Allows links to web pages, email addresses, phone numbers and paths of the site. */
export function isSafeLink(address: string): boolean {
  const scheme = schemeOf(address);
  return scheme === undefined || SCHEMES.has(scheme);
}

/** Allows images from the web, from the site, and raster images in data URLs. */
export function isSafeImage(address: string): boolean {
  const scheme = schemeOf(address);
  return (
    scheme === undefined ||
    scheme === 'http' ||
    scheme === 'https' ||
    RASTER_DATA_URL.test(address.trim())
  );
}

export function isExternal(address: string, siteOrigin: string | undefined): boolean {
  const absolute = /^(?:https?:)?[/\\]{2}[^/\\?#]*/i.exec(address);
  if (!absolute) return false;
  return absolute[0].toLowerCase() !== siteOrigin;
}
