import { parsePageUrl } from '../page/find-page-links.ts';

const FILE_PATH = /^\/file\/([0-9a-f]{32})\//;

/** Removes the origin of the site from a URL. */
function toSitePath(href: string, siteOrigin: string): string {
  return href.startsWith(`${siteOrigin}/`) ? href.slice(siteOrigin.length) : href;
}

/** The file key in a URL of this site. */
export function parseFileKey(href: string, siteOrigin: string): string | undefined {
  return FILE_PATH.exec(toSitePath(href, siteOrigin))?.[1];
}

/** The possible page id in a URL of this site. */
export function parsePageId(href: string, siteOrigin: string): string | undefined {
  return parsePageUrl(href, siteOrigin)?.target_page_id.toString();
}

/** The possible page ids in the links of a text. */
export function findLinkedPageIds(markdown: string): string[] {
  return Array.from(
    markdown.matchAll(/\/(?:page|[\w-]+)\/(\d{1,15})(?!\w)/g),
    ([, id]) => id ?? '',
  );
}
