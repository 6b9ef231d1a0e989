/** Prevents DOM clobbering: an id in a page must not replace a name that scripts look up on the document. */
export const HEADING_PREFIX = 'user-content-';

export function withPrefix(id: string): string {
  return id.startsWith(HEADING_PREFIX) ? id : HEADING_PREFIX + id;
}

/** Keeps letters and digits of every script, so that Chinese headings have readable ids. */
export function slug(text: string): string {
  const words = text
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\s-]+/gu, '')
    .trim()
    .replace(/[\s-]+/g, '-');
  return /^.{1,80}/u.exec(words)?.[0] ?? 'section';
}

/** Creates unique heading ids for one document; the same text always gets the same ids. */
export function uniqueIds(usedIds: Set<string>): (text: string) => string {
  const next = new Map<string, number>();
  return (text) => {
    const base = withPrefix(slug(text));
    let id = base;
    for (let n = next.get(base) ?? 1; usedIds.has(id); n += 1) {
      id = `${base}-${n}`;
      next.set(base, n + 1);
    }
    usedIds.add(id);
    return id;
  };
}

/** The target of `#fragment`: the element with that id, or the heading with that text. */
export function resolveAnchor(href: string, headingIds: ReadonlySet<string>): string {
  const fragment = safeDecode(href.slice(1));
  if (!fragment) return '#';
  const exact = withPrefix(fragment);
  const bySlug = withPrefix(slug(fragment));
  return `#${!headingIds.has(exact) && headingIds.has(bySlug) ? bySlug : exact}`;
}

function safeDecode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
