import { z } from 'zod';
import { bit, numeric, time } from './wire.ts';

/** 0, 1 and 3 regular, 2 single page, 4 table. Creation offers 1, 2 and 4. */
export const itemType = numeric(z.literal([1, 2, 4]));

export const itemRow = z.object({
  item_id: z.int(),
  item_name: z.string(),
  item_description: z.string(),
  item_domain: z.string(),
  item_type: z.int(),
  is_private: bit,
  is_archived: bit,
  /** 1 for the person who owns it. */
  creator: bit,
  addtime: time,
  last_update_time: time,
});
export type ItemRow = z.output<typeof itemRow>;

export const itemKeys = z.object({
  api_key: z.string(),
  api_token: z.string(),
  addtime: time,
  /** To the minute; null while no script has used them. */
  last_used_time: time.nullable(),
});

export const menuPage = z.object({
  page_id: z.int(),
  page_title: z.string(),
  cat_id: z.int(),
  s_number: z.int(),
  /** GET, POST … where the page documents a call, for its label in the tree. */
  method: z.string(),
  /** 1 where the page is a table; in menus not told of others. */
  page_type: z.literal([0, 1]).optional(),
});
export type MenuPage = z.output<typeof menuPage>;

export const menuCatalog = z.object({
  cat_id: z.int(),
  cat_name: z.string(),
  parent_cat_id: z.int(),
  level: z.int(),
  s_number: z.int(),
  /** False where the branch was left out and catalog/branch has it. */
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

/** Nothing, everything, or some first-level catalogs. */
const provenScope = z.enum(['none', 'all', 'catalogs']);

/** The rule of rights, applied to one person, with every reason it found. */
export const accessProof = z.object({
  username: z.string(),
  name: z.string(),
  /** Of the page if one was named, else of anything in the item. */
  can_view: z.boolean(),
  can_edit: z.boolean(),
  view: provenScope,
  edit: provenScope,
  reasons: z.array(
    z.object({
      because: z.enum(['open', 'pass', 'owner', 'member', 'team']),
      team_name: z.string(),
      member_group_id: z.int(),
      /** 0 means all. */
      cat_id: z.int(),
      cat_name: z.string(),
      /** What this reason alone gives for the page, or for the item. */
      gives_view: z.boolean(),
      gives_edit: z.boolean(),
    }),
  ),
  /** What takes away: an archived item, an imported one. */
  limits: z.array(z.enum(['archived', 'imported'])),
  is_private: bit,
  /** The page has a share address, which opens it to whoever has the address. */
  is_shared: bit,
  /** Being an administrator gives no right to other people's items. */
  is_admin: bit,
});
export type AccessProof = z.output<typeof accessProof>;

export const searchHit = z.object({
  item_id: z.int(),
  item_name: z.string(),
  page_id: z.int(),
  page_title: z.string(),
  /** Plain text around the first hit. */
  search_content: z.string(),
  /** Where the word stands in search_content: [begin, length]. */
  hits: z.array(z.tuple([z.int(), z.int()])),
});
