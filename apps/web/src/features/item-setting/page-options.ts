import type { ItemInfo, MenuCatalog } from '@octavo/contract/item.entities';

type Menu = Pick<MenuCatalog, 'pages' | 'catalogs'>;

/** All pages of a menu in order, each named by its path: `a / b / page`. */
export function pageOptions(
  menu: Menu | ItemInfo['menu'],
  path = '',
): readonly { readonly value: number; readonly name: string }[] {
  return [
    ...menu.pages.map(({ page_id, page_title }) => ({ value: page_id, name: path + page_title })),
    ...menu.catalogs.flatMap((catalog) => pageOptions(catalog, `${path}${catalog.cat_name} / `)),
  ];
}
