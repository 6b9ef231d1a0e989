import type { MenuPage } from '@octavo/contract/item.entities';
import type { Around, Neighbour } from '@octavo/contract/reader';
import type { Menu } from '../item/menu.policy.ts';

/** All pages in reading order: the pages of a level first, then its catalogs. */
function* pagesOf({ pages, catalogs }: Menu): Generator<MenuPage> {
  yield* pages;
  for (const catalog of catalogs) yield* pagesOf(catalog);
}

function named({ page_id, page_title }: MenuPage): Neighbour {
  return { page_id, page_title };
}

export function neighboursOf(menu: Menu, pageId: number): Around {
  let previous: MenuPage | undefined;
  let found = false;
  for (const page of pagesOf(menu)) {
    if (found) return { previous: previous ? named(previous) : null, next: named(page) };
    if (page.page_id === pageId) found = true;
    else previous = page;
  }
  return { previous: found && previous ? named(previous) : null, next: null };
}
