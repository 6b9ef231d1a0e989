import type { Schema } from './to-schema.ts';

const CODE = /(```[\s\S]*?```|`[^`\n]*`)/;
/** In Markdown: `](/…`, `](</…`, `[name]: /…`; in HTML: `src="/…`, `href='/…`. */
const SITE_PATH = /(\]\(<?|^\[[^\]\n]+\]:[ \t]*<?|\b(?:src|href)=["'])\/(?!\/)/gm;
/** Keys whose values are data of the described API, not Markdown. */
const DATA_KEYS = new Set(['example', 'examples', 'default', 'enum', 'const']);

function toAbsoluteLinks(markdown: string, siteOrigin: string): string {
  return markdown
    .split(CODE)
    .map((part, at) => (at % 2 ? part : part.replaceAll(SITE_PATH, `$1${siteOrigin}/`)))
    .join('');
}

/** Makes links to this site in descriptions absolute, since the exported file is used elsewhere. */
export function withAbsoluteLinks(value: unknown, siteOrigin: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withAbsoluteLinks(each, siteOrigin));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Schema).map(([key, inner]) => {
      if (DATA_KEYS.has(key)) return [key, inner];
      if (key === 'description' && typeof inner === 'string')
        return [key, toAbsoluteLinks(inner, siteOrigin)];
      return [key, withAbsoluteLinks(inner, siteOrigin)];
    }),
  );
}
