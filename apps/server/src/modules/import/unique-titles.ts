import { MAX_CATALOG_NAME_LENGTH, MAX_PAGE_TITLE_LENGTH } from '@octavo/contract/limits';
import { toCatalogPath } from '../catalog/catalog-path.policy.ts';
import type { ImportedPage } from './imported-item.ts';

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** A catalog name from untrusted text. */
function catalogName(text: string): string {
  return oneLine(text).slice(0, MAX_CATALOG_NAME_LENGTH).trim();
}

/** Makes titles unique within a catalog by appending `disambiguator` or a number. */
export function withUniqueTitles(
  pages: readonly (ImportedPage & { readonly disambiguator: string })[],
): readonly ImportedPage[] {
  const takenKeys = new Set<string>();
  return pages.map(({ disambiguator, ...page }) => {
    const catalogPath = page.catalogPath.map(catalogName).filter((name) => name !== '');
    const preferredTitle =
      oneLine(page.page_title).slice(0, MAX_PAGE_TITLE_LENGTH) || oneLine(disambiguator);
    const key = (title: string) => JSON.stringify([catalogPath, title]);
    let page_title = preferredTitle;
    for (let n = 1; page_title === '' || takenKeys.has(key(page_title)); n += 1) {
      const suffix = n === 1 ? ` (${oneLine(disambiguator)})` : ` (${n})`;
      page_title = `${preferredTitle.slice(0, MAX_PAGE_TITLE_LENGTH - 60)}${suffix.slice(0, 60)}`;
    }
    takenKeys.add(key(page_title));
    return {
      ...page,
      catalogPath: toCatalogPath(...catalogPath.map((name) => name.replaceAll('/', '／'))),
      page_title,
    };
  });
}
