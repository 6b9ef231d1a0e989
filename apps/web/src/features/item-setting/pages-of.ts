import type { ItemInfo, MenuCatalog } from '@octavo/contract/item.entities';

type Menu = Pick<MenuCatalog, 'pages' | 'catalogs'>;

/** All pages of a menu in order, each named by its path: `a / b / page`. */
export function pagesOf(
  menu: Menu | ItemInfo['menu'],
  way = '',
): readonly { readonly value: number; readonly name: string }[] {
  return [
    ...menu.pages.map(({ page_id, page_title }) => ({ value: page_id, name: way + page_title })),
    ...menu.catalogs.flatMap((catalog) => pagesOf(catalog, `${way}${catalog.cat_name} / `)),
  ];
}
