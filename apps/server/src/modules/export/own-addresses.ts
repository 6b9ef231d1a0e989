const FILE = /^\/file\/([0-9a-f]{32})\//;
const PAGE = /^\/(?:page|[\w-]+)\/(\d{1,15})(?:[?#]|$)/;

/** Removes the origin of the site from a URL. */
function withinSite(href: string, siteOrigin: string): string {
  return href.startsWith(`${siteOrigin}/`) ? href.slice(siteOrigin.length) : href;
}

/** The file key in a URL of this site. */
export function fileKeyOf(href: string, siteOrigin: string): string | undefined {
  return FILE.exec(withinSite(href, siteOrigin))?.[1];
}

/** The possible page id in a URL of this site. */
export function pageIdOf(href: string, siteOrigin: string): string | undefined {
  return PAGE.exec(withinSite(href, siteOrigin))?.[1];
}

/** The possible page ids in the links of a text. */
export function linkedPages(markdown: string): string[] {
  return Array.from(
    markdown.matchAll(/\/(?:page|[\w-]+)\/(\d{1,15})(?!\w)/g),
    ([, id]) => id ?? '',
  );
}
