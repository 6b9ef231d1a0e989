import { z } from 'zod';
import { REGULAR_ITEM, SINGLE_PAGE_ITEM, TABLE_ITEM } from './item-type.ts';
import { pageType } from './page.entities.ts';
import { bit, numeric, time } from './wire.ts';

/** The types of new items. A Run-API item is only created by an import. */
export const itemType = numeric(z.literal([REGULAR_ITEM, SINGLE_PAGE_ITEM, TABLE_ITEM]));

export const itemRow = z.object({
  item_id: z.int(),
  item_name: z.string(),
  item_description: z.string(),
  item_domain: z.string(),
  item_type: z.int(),
  is_private: bit,
  is_archived: bit,
  /** 1 if the caller owns the item. */
  creator: bit,
  addtime: time,
  last_update_time: time,
});
export type ItemRow = z.output<typeof itemRow>;

export const itemKeys = z.object({
  api_key: z.string(),
  api_token: z.string(),
  addtime: time,
  /** Accurate to the minute; null if the keys have never been used. */
  last_used_time: time.nullable(),
});

export const menuPage = z.object({
  page_id: z.int(),
  page_title: z.string(),
  cat_id: z.int(),
  s_number: z.int(),
  /** GET, POST … if the page documents an API endpoint; shown as a label in the tree. */
  method: z.string(),
  /** 1 if the page is a table; omitted in menus for other pages. */
  page_type: pageType.optional(),
});
export type MenuPage = z.output<typeof menuPage>;

export const menuCatalog = z.object({
  cat_id: z.int(),
  cat_name: z.string(),
  parent_cat_id: z.int(),
  level: z.int(),
  s_number: z.int(),
  /** False if the branch was omitted; catalog/branch returns it. */
  loaded: z.boolean(),
  pages: z.array(menuPage),
  get catalogs() {
    return z.array(menuCatalog);
  },
});
export type MenuCatalog = z.output<typeof menuCatalog>;

export const itemMenu = z.object({ pages: z.array(menuPage), catalogs: z.array(menuCatalog) });

export const itemInfo = z.object({
  item_id: z.int(),
  item_name: z.string(),
  item_description: z.string(),
  item_domain: z.string(),
  item_type: z.int(),
  is_private: bit,
  is_archived: bit,
  item_edit: z.boolean(),
  /** The first-level catalogs that the user may edit; absent if the right is not limited to catalogs. */
  edit_cat_ids: z.array(z.int()).optional(),
  item_manage: z.boolean(),
  is_login: z.boolean(),
  creator: bit,
  unread_count: z.int(),
  default_page_id: z.int(),
  default_cat_id2: z.int(),
  default_cat_id3: z.int(),
  default_cat_id4: z.int(),
  global_param: z.record(z.string(), z.unknown()),
  tree_version: z.int(),
  page_count: z.int(),
  menu: itemMenu,
});
export type ItemInfo = z.output<typeof itemInfo>;

/** Nothing, the whole item, or some first-level catalogs. */
const explainedScope = z.enum(['none', 'all', 'catalogs']);

/** The effective rights of one user, with every reason for them. */
export const accessExplanation = z.object({
  username: z.string(),
  name: z.string(),
  /** For the page if the request names one, otherwise for anything in the item. */
  can_view: z.boolean(),
  can_edit: z.boolean(),
  view: explainedScope,
  edit: explainedScope,
  reasons: z.array(
    z.object({
      because: z.enum(['open', 'pass', 'owner', 'member', 'team']),
      team_name: z.string(),
      /** The right through the team is an exception of this user, not the default right of the team. */
      is_exception: z.boolean(),
      member_group_id: z.int(),
      /** 0 means all catalogs. */
      cat_id: z.int(),
      cat_name: z.string(),
      /** The rights that this reason alone grants for the page or the item. */
      gives_view: z.boolean(),
      gives_edit: z.boolean(),
    }),
  ),
  /** What reduces the rights: the item is archived or imported. */
  limits: z.array(z.enum(['archived', 'imported'])),
  is_private: bit,
  /** The page has a share link, which gives access to anyone who has the link. */
  is_shared: bit,
  /** Informative: administrators have no rights in other users' items. */
  is_admin: bit,
});
export type AccessExplanation = z.output<typeof accessExplanation>;

export const searchHit = z.object({
  item_id: z.int(),
  item_name: z.string(),
  page_id: z.int(),
  page_title: z.string(),
  /** Plain text around the first match. */
  search_content: z.string(),
  /** Positions of the keyword in search_content: [start, length]. */
  hits: z.array(z.tuple([z.int(), z.int()])),
});
