import { reservedWords } from '@octavo/contract/paths';
import { destinationsIn } from '@octavo/markdown/link-destinations';
import { withoutCode } from '@octavo/markdown/without-code';

/** A link from one page to another. */
export interface PageLink {
  readonly target_page_id: number;
  /** The item in the URL, by domain or id; empty for `/page/{id}`. The page must be in it, otherwise nothing is linked. */
  readonly item_ref: string;
}

const PAGE_PATH = /^\/([\w-]+)\/([1-9]\d{0,14})(?=[?#]|$)/;
const PAGE_PARAMETER = /^\/([\w-]+)\?(?:[^#]*&)?page_id=([1-9]\d{0,14})(?=[&#]|$)/;
const URL_END = /[\s<>"')\]]/;

/** Links of one page that are stored. */
const MAX_LINKS = 2000;

/** Two reserved words are the domains of the sample items. */
function isItemRef(ref: string): boolean {
  return /^(?:help|demo)$/i.test(ref) || !reservedWords.has(ref.toLowerCase());
}

/** The page that a URL of this site shows: `/page/12`, `/docs/12` or `/docs?page_id=12`, with or without the origin. */
export function parsePageUrl(href: string, siteOrigin: string): PageLink | undefined {
  const path = href.startsWith(`${siteOrigin}/`) ? href.slice(siteOrigin.length) : href;
  const [, ref = '', id = ''] = PAGE_PATH.exec(path) ?? PAGE_PARAMETER.exec(path) ?? [];
  if (id === '') return undefined;
  if (ref === 'page') return { target_page_id: Number(id), item_ref: '' };
  return isItemRef(ref) ? { target_page_id: Number(id), item_ref: ref.toLowerCase() } : undefined;
}

/** The URLs of this site that the text contains, also outside of a link: the renderer makes links of them. */
function siteUrlsIn(text: string, siteOrigin: string): string[] {
  const urls: string[] = [];
  const start = `${siteOrigin}/`;
  for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + start.length)) {
    const rest = text.slice(at, at + 200);
    const end = rest.search(URL_END);
    urls.push((end === -1 ? rest : rest.slice(0, end)).replace(/[.,;:!?]+$/, ''));
  }
  return urls;
}

/** The links of a text to pages of this site, without duplicates and without those in code. */
export function findPageLinks(content: string, siteOrigin: string): readonly PageLink[] {
  // Most texts have no such link and need no further work.
  if (!/\/[1-9]|page_id=/.test(content)) return [];
  const text = withoutCode(content);
  const links = new Map<string, PageLink>();
  for (const url of [...destinationsIn(text), ...siteUrlsIn(text, siteOrigin)]) {
    const link = parsePageUrl(url, siteOrigin);
    if (link) links.set(`${link.item_ref}/${link.target_page_id}`, link);
    if (links.size === MAX_LINKS) break;
  }
  return [...links.values()];
}
