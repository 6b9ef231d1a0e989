import { escapeHtml } from '@octavo/markdown/escape';
import { HEADING_PREFIX } from '@octavo/markdown/heading-ids';
import { parseFileKey, parsePageId } from '../site-urls.ts';

/** The link targets inside an export. */
export interface LinkTargets {
  /** Paths of files by file key. */
  readonly files: Readonly<Record<string, string>>;
  /** Paths of pages by id. */
  readonly pages: Readonly<Record<string, string>>;
  /** `https://docs.example.com`, for links to content that is not exported. */
  readonly siteOrigin: string;
}

/** Relies on sanitised HTML, in which attributes do not contain an unescaped `>`. */
const TAG = /<(a|img|audio|video|source)(\s[^>]*)?>|<\/a>/g;
const ADDRESS = / (?:href|src)="([^"]*)"/;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>' };

function unescapeAttribute(attribute: string): string {
  return attribute.replaceAll(/&(amp|quot|lt|gt);/g, (_all, name: string) => ENTITIES[name] ?? '');
}

function getOwn(
  table: Readonly<Record<string, string>>,
  key: string | undefined,
): string | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The fragment of a URL with the prefix of heading ids. */
function fragmentOf(href: string): string {
  const [, part = ''] = /#(.+)$/.exec(href) ?? [];
  if (part === '') return '';
  return part.startsWith(HEADING_PREFIX) ? `#${part}` : `#${HEADING_PREFIX}${part}`;
}

function linkFor(href: string, { files, pages, siteOrigin }: LinkTargets): string | undefined {
  const file = getOwn(files, parseFileKey(href, siteOrigin));
  if (file !== undefined) return file;
  const page = getOwn(pages, parsePageId(href, siteOrigin));
  // In a PDF the page itself is a fragment, which cannot have another one.
  if (page !== undefined) return page.startsWith('#') ? page : page + fragmentOf(href);
  return URL.canParse(href, siteOrigin) ? new URL(href, siteOrigin).href : undefined;
}

/** Replaces an image that is not part of the export by a link, so that it is not fetched. */
function imageLink(
  tag: string,
  address: string,
  isInLink: boolean,
  linkTargets: LinkTargets,
): string {
  const alt = / alt="([^"]*)"/.exec(tag)?.[1] ?? '';
  const href = address === '' ? undefined : linkFor(address, linkTargets);
  const label = alt || escapeHtml(href ?? address);
  if (isInLink || href === undefined) return `<span class="elsewhere">${label}</span>`;
  return `<a class="elsewhere external" href="${escapeHtml(href)}" rel="noopener noreferrer">${label}</a>`;
}

/**
 * Rewrites the URLs of this site in a page to paths inside the export. Exported files are embedded; all other resources
 * become links, so that opening the page sends no requests.
 */
export function portableHtml(html: string, linkTargets: LinkTargets): string {
  let isInLink = false;
  return html.replaceAll(TAG, (tag, name: string | undefined) => {
    if (name === undefined) {
      isInLink = false;
      return tag;
    }
    const [attribute = '', rawUrl = ''] = ADDRESS.exec(tag) ?? [];
    const address = unescapeAttribute(rawUrl);
    const withAddress = (to: string) =>
      tag.replace(attribute, () => attribute.replace(rawUrl, () => escapeHtml(to)));
    if (name === 'a') {
      isInLink = true;
      if (attribute === '' || address.startsWith('#')) return tag;
      const to = linkFor(address, linkTargets);
      return to === undefined ? tag.replace(attribute, '') : withAddress(to);
    }
    const file = getOwn(linkTargets.files, parseFileKey(address, linkTargets.siteOrigin));
    if (file !== undefined) return withAddress(file);
    if (name === 'img')
      return address.startsWith('data:') ? tag : imageLink(tag, address, isInLink, linkTargets);
    const withoutUrl = tag.replace(attribute, '');
    return attribute === '' ? tag : imageLink('', address, isInLink, linkTargets) + withoutUrl;
  });
}
