const FILE = /^\/file\/([0-9a-f]{32})\//;
const PAGE = /^\/(?:page|[\w-]+)\/(\d{1,15})(?:[?#]|$)/;

/** Within the site an address begins with a slash. */
function withinSite(href: string, siteOrigin: string): string {
  return href.startsWith(`${siteOrigin}/`) ? href.slice(siteOrigin.length) : href;
}

/** The key of the file that an address of ours leads to. */
export function fileKeyOf(href: string, siteOrigin: string): string | undefined {
  return FILE.exec(withinSite(href, siteOrigin))?.[1];
}

/** The id of the page that an address of ours may lead to. */
export function pageIdOf(href: string, siteOrigin: string): string | undefined {
  return PAGE.exec(withinSite(href, siteOrigin))?.[1];
}

/** The page ids that a text may link to. */
export function linkedPages(markdown: string): string[] {
  return Array.from(
    markdown.matchAll(/\/(?:page|[\w-]+)\/(\d{1,15})(?!\w)/g),
    ([, id]) => id ?? '',
  );
}
