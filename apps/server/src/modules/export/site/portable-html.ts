import { escapeHtml } from '@octavo/markdown/escape';
import { HEADING_PREFIX } from '@octavo/markdown/heading-ids';
import { fileKeyOf, pageIdOf } from '../own-addresses.ts';

/** The link targets inside an export. */
export interface Ways {
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

function plain(attribute: string): string {
  return attribute.replaceAll(/&(amp|quot|lt|gt);/g, (_all, name: string) => ENTITIES[name] ?? '');
}

function own(table: Readonly<Record<string, string>>, key: string | undefined): string | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** The fragment of a URL with the prefix of heading ids. */
function fragmentOf(href: string): string {
  const [, part = ''] = /#(.+)$/.exec(href) ?? [];
  if (part === '') return '';
  return part.startsWith(HEADING_PREFIX) ? `#${part}` : `#${HEADING_PREFIX}${part}`;
}

function linkFor(href: string, { files, pages, siteOrigin }: Ways): string | undefined {
  const file = own(files, fileKeyOf(href, siteOrigin));
  if (file !== undefined) return file;
  const page = own(pages, pageIdOf(href, siteOrigin));
  // In a PDF the page itself is a fragment, which cannot have another one.
  if (page !== undefined) return page.startsWith('#') ? page : page + fragmentOf(href);
  return URL.canParse(href, siteOrigin) ? new URL(href, siteOrigin).href : undefined;
}

/** Replaces an image that is not part of the export by a link, so that it is not fetched. */
function namedPicture(tag: string, address: string, isInLink: boolean, ways: Ways): string {
  const alt = / alt="([^"]*)"/.exec(tag)?.[1] ?? '';
  const href = address === '' ? undefined : linkFor(address, ways);
  const words = alt || escapeHtml(href ?? address);
  if (isInLink || href === undefined) return `<span class="elsewhere">${words}</span>`;
  return `<a class="elsewhere external" href="${escapeHtml(href)}" rel="noopener noreferrer">${words}</a>`;
}

/**
 * Rewrites the URLs of this site in a page to paths inside the export. Exported files are embedded; all other resources
 * become links, so that opening the page sends no requests.
 */
export function portableHtml(html: string, ways: Ways): string {
  let isInLink = false;
  return html.replaceAll(TAG, (tag, name: string | undefined) => {
    if (name === undefined) {
      isInLink = false;
      return tag;
    }
    const [found = '', given = ''] = ADDRESS.exec(tag) ?? [];
    const address = plain(given);
    const withAddress = (to: string) =>
      tag.replace(found, () => found.replace(given, () => escapeHtml(to)));
    if (name === 'a') {
      isInLink = true;
      if (found === '' || address.startsWith('#')) return tag;
      const to = linkFor(address, ways);
      return to === undefined ? tag.replace(found, '') : withAddress(to);
    }
    const file = own(ways.files, fileKeyOf(address, ways.siteOrigin));
    if (file !== undefined) return withAddress(file);
    if (name === 'img')
      return address.startsWith('data:') ? tag : namedPicture(tag, address, isInLink, ways);
    const silent = tag.replace(found, '');
    return found === '' ? tag : namedPicture('', address, isInLink, ways) + silent;
  });
}
