import { catalogWay } from '../open/catalog-way.policy.ts';
import type { ImportedPage } from './imported.ts';

const MOST_CHARACTERS = 200;

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** A catalog name from untrusted text. */
function catalogName(text: string): string {
  return oneLine(text).slice(0, 100).trim();
}

/** Makes titles unique within a catalog by appending `differs` or a number. */
export function withOwnTitles(
  pages: readonly (ImportedPage & { readonly differs: string })[],
): readonly ImportedPage[] {
  const taken = new Set<string>();
  return pages.map(({ differs, ...page }) => {
    const way = page.way.map(catalogName).filter((name) => name !== '');
    const wished = oneLine(page.page_title).slice(0, MOST_CHARACTERS) || oneLine(differs);
    const key = (title: string) => JSON.stringify([way, title]);
    let page_title = wished;
    for (let n = 1; page_title === '' || taken.has(key(page_title)); n += 1) {
      const mark = n === 1 ? ` (${oneLine(differs)})` : ` (${n})`;
      page_title = `${wished.slice(0, MOST_CHARACTERS - 60)}${mark.slice(0, 60)}`;
    }
    taken.add(key(page_title));
    return {
      ...page,
      way: catalogWay(...way.map((name) => name.replaceAll('/', '／'))),
      page_title,
    };
  });
}
