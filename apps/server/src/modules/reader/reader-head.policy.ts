import { escapeHtml } from '@octavo/markdown/escape';

/** Content of the HTML head, besides the tags of the build. */
export interface DocumentHead {
  readonly title: string;
  readonly description: string;
  /** The canonical URL of a page that is reachable by several URLs. */
  readonly canonical?: string;
  readonly siteName: string;
  readonly isIndexed: boolean;
  readonly modified?: string;
}

function meta(kind: 'name' | 'property', key: string, content: string | undefined): string {
  return content ? `<meta ${kind}="${key}" content="${escapeHtml(content)}">` : '';
}

export function headHtml(head: DocumentHead): string {
  const { title, description, canonical } = head;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    head.isIndexed ? '' : meta('name', 'robots', 'noindex'),
    canonical ? `<link rel="canonical" href="${escapeHtml(canonical)}">` : '',
    meta('property', 'og:type', canonical && 'article'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', canonical),
    meta('property', 'og:site_name', head.siteName),
    meta('property', 'article:modified_time', head.modified),
    meta('name', 'twitter:card', 'summary'),
  ].join('');
}

/** The footer line of the site, below the reader. */
export function footerHtml(line: string): string {
  return line === '' ? '' : `<footer class="site-foot">${escapeHtml(line)}</footer>`;
}

const MAX_DESCRIPTION_LENGTH = 160;

/** The beginning of a page, cut at a word boundary. */
export function toDescription(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= MAX_DESCRIPTION_LENGTH) return line;
  const cut = line.slice(0, MAX_DESCRIPTION_LENGTH);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > MAX_DESCRIPTION_LENGTH / 2 ? space : MAX_DESCRIPTION_LENGTH).toWellFormed()}…`;
}

/** Escapes JSON for a script element, so that it cannot end the element or break old parsers. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
