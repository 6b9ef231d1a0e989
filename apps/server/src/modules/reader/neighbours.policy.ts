import type { MenuPage } from '@octavo/contract/item.entities';
import type { Neighbours, Neighbour } from '@octavo/contract/reader';
import type { Menu } from '../catalog/menu.policy.ts';

/** All pages in reading order: the pages of a level first, then its catalogs. */
function* walkPages({ pages, catalogs }: Menu): Generator<MenuPage> {
  yield* pages;
  for (const catalog of catalogs) yield* walkPages(catalog);
}

function toNeighbour({ page_id, page_title }: MenuPage): Neighbour {
  return { page_id, page_title };
}

export function findNeighbours(menu: Menu, pageId: number): Neighbours {
  let previous: MenuPage | undefined;
  let isFound = false;
  for (const page of walkPages(menu)) {
    if (isFound)
      return { previous: previous ? toNeighbour(previous) : null, next: toNeighbour(page) };
    if (page.page_id === pageId) isFound = true;
    else previous = page;
  }
  return { previous: isFound && previous ? toNeighbour(previous) : null, next: null };
}
