import type { Menu, TreeRow } from '../../model/menu.ts';

/** The menu with a new name of one row. */
export function withName(menu: Menu, row: TreeRow, name: string): Menu {
  return {
    pages:
      row.kind === 'page'
        ? menu.pages.map((page) =>
            page.page_id === row.page.page_id ? { ...page, page_title: name } : page,
          )
        : menu.pages,
    catalogs: menu.catalogs.map((catalog) => ({
      ...catalog,
      ...withName(catalog, row, name),
      ...(row.kind === 'catalog' && catalog.cat_id === row.catalog.cat_id && { cat_name: name }),
    })),
  };
}
