import type { Schema } from './schema-of.ts';

const CODE = /(```[\s\S]*?```|`[^`\n]*`)/;
/** Of Markdown: `](/…`, `](</…`, `[name]: /…`; of HTML: `src="/…`, `href='/…`. */
const SITE_PATH = /(\]\(<?|^\[[^\]\n]+\]:[ \t]*<?|\b(?:src|href)=["'])\/(?!\/)/gm;
/** Values of the described API, not texts about it. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const']);

function absolute(markdown: string, siteOrigin: string): string {
  return markdown
    .split(CODE)
    .map((part, at) => (at % 2 ? part : part.replaceAll(SITE_PATH, `$1${siteOrigin}/`)))
    .join('');
}

/** The descriptions leave the site, so their links to it name it. */
export function withAbsoluteLinks(value: unknown, siteOrigin: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withAbsoluteLinks(each, siteOrigin));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Schema).map(([key, inner]) => {
      if (VALUES.has(key)) return [key, inner];
      if (key === 'description' && typeof inner === 'string')
        return [key, absolute(inner, siteOrigin)];
      return [key, withAbsoluteLinks(inner, siteOrigin)];
    }),
  );
}
