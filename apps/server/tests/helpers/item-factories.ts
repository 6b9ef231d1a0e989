import { joinTeamItemMemberId } from '../../src/access/team-rights.ts';
import { REGULAR_ITEM } from '@octavo/contract/item-type';
import {
  ngramsOfRow,
  toSearchBody,
  toSearchText,
} from '../../src/modules/search-index/search-text.ts';
import { makeLoggedInUser } from './factories.ts';
import type { TestSite } from './site.ts';

interface UserRef {
  readonly uid: number;
  readonly username: string;
}

/** Invalidates the caches of the product after a direct change in the database. */
async function bumpTreeVersion(site: TestSite, itemId: number): Promise<void> {
  await site.database.query('update item set tree_version = tree_version + 1 where item_id = $1', [
    itemId,
  ]);
  site.deps.bus.publish('item', String(itemId));
}

interface ItemOptions {
  /** Default: a new user. */
  readonly owner?: UserRef;
  readonly item_type?: number;
  readonly item_name?: string;
  readonly archived?: boolean;
  /** The hash of a visit password; any value makes the item private. */
  readonly password_hash?: string;
}

/** Creates an item in the database, public by default. */
export async function makeItem(site: TestSite, options: ItemOptions = {}): Promise<number> {
  const owner = options.owner ?? (await makeLoggedInUser(site));
  const [row] = await site.database.query<{ item_id: string }>(
    `insert into item (item_name, item_type, uid, is_archived, password_hash)
     values ($1, $2, $3, $4, $5) returning item_id`,
    [
      options.item_name ?? 'Harbor API',
      options.item_type ?? REGULAR_ITEM,
      owner.uid,
      options.archived ? 1 : 0,
      options.password_hash ?? null,
    ],
  );
  return Number(row?.item_id);
}

export async function archiveItem(site: TestSite, itemId: number): Promise<void> {
  await site.database.query('update item set is_archived = 1 where item_id = $1', [itemId]);
  site.deps.bus.publish('item', String(itemId));
}

export interface CreatedCatalog {
  readonly item_id: number;
  readonly cat_id: number;
  readonly cat_name: string;
  readonly parent_cat_id: number;
  readonly level: number;
  readonly top_cat_id: number;
  readonly s_number: number;
}

interface CatalogOptions {
  readonly cat_name?: string;
  readonly parent?: CreatedCatalog;
  readonly s_number?: number;
}

export async function makeCatalog(
  site: TestSite,
  itemId: number,
  { cat_name = 'Guides', parent, s_number = 99 }: CatalogOptions = {},
): Promise<CreatedCatalog> {
  const parent_cat_id = parent?.cat_id ?? 0;
  const level = (parent?.level ?? 0) + 1;
  const [row] = await site.database.query<{ cat_id: string; top_cat_id: string }>(
    `with made as (select nextval(pg_get_serial_sequence('catalog', 'cat_id')) as cat_id)
     insert into catalog (cat_id, item_id, cat_name, parent_cat_id, level, top_cat_id, s_number)
     overriding system value
     select cat_id, $1, $2, $3, $4, coalesce($5, cat_id), $6 from made
     returning cat_id, top_cat_id`,
    [itemId, cat_name, parent_cat_id, level, parent?.top_cat_id ?? null, s_number],
  );
  await bumpTreeVersion(site, itemId);
  return {
    item_id: itemId,
    cat_id: Number(row?.cat_id),
    top_cat_id: Number(row?.top_cat_id),
    cat_name,
    parent_cat_id,
    level,
    s_number,
  };
}

interface PageOptions {
  /** Default: the root. */
  readonly catalog?: CreatedCatalog;
  readonly page_title?: string;
  readonly page_content?: string;
  readonly s_number?: number;
  /** The creator of the page and the author of its current version. */
  readonly author?: UserRef;
  /** Number of identical pages to create. */
  readonly count?: number;
}

/** Creates pages as saves leave them, including content and search text; returns the id of the first page. */
export async function makePage(
  site: TestSite,
  itemId: number,
  options: PageOptions = {},
): Promise<number> {
  const { catalog, page_title = 'Read me', page_content = '# Read me', s_number = 99 } = options;
  const author = options.author ?? { uid: null, username: 'author' };
  const search = toSearchText(page_title, toSearchBody(page_content, 0));
  const [row] = await site.database.query<{ page_id: string }>(
    `with made as (
       insert into page (item_id, cat_id, top_cat_id, s_number, page_title, creator_uid,
         author_uid, author_username)
       select $1, $2, $3, $4, $5, $6, $6, $7 from generate_series(1, $8::int)
       returning page_id, item_id, version, addtime
     ), body as (
       insert into page_body (page_id, item_id, page_content)
       select page_id, item_id, $9 from made
     ), search as (
       insert into page_search (page_id, item_id, version, addtime, title_lc, heads_lc, body_lc,
         grams, grams_version)
       select page_id, item_id, version, addtime, $10, $11, $12, $13, version from made
     )
     select min(page_id) as page_id from made`,
    [
      itemId,
      catalog?.cat_id ?? 0,
      catalog?.top_cat_id ?? 0,
      s_number,
      page_title,
      author.uid,
      author.username,
      options.count ?? 1,
      page_content,
      search.title_lc,
      search.heads_lc,
      search.body_lc,
      ngramsOfRow(search),
    ],
  );
  await bumpTreeVersion(site, itemId);
  return Number(row?.page_id);
}

/** Creates an old version of a page. */
export async function makeVersion(
  site: TestSite,
  pageId: number,
  author: UserRef,
  version = 1,
): Promise<void> {
  await site.database.query(
    `insert into page_history (item_id, page_id, version, page_title, author_uid, author_username,
       addtime, codec, sha256, data)
     select item_id, page_id, $2, page_title, $3, $4, now(), 0, '', '' from page where page_id = $1`,
    [pageId, version, author.uid, author.username],
  );
}

interface MemberOptions {
  readonly edit?: boolean;
  /** Limits the membership to this first-level catalog. */
  readonly catalog?: CreatedCatalog;
}

/** Adds a member, by default read-only and for all catalogs. */
export async function addMember(
  site: TestSite,
  itemId: number,
  { uid }: Pick<UserRef, 'uid'>,
  { edit = false, catalog }: MemberOptions = {},
): Promise<void> {
  await site.database.query(
    `insert into item_member (item_id, uid, member_group_id, cat_id) values ($1, $2, $3, $4)`,
    [itemId, uid, edit ? 1 : 0, catalog?.cat_id ?? 0],
  );
  site.deps.bus.publish('item', String(itemId));
}

/** Creates a user who is a member, with a logged-in browser. */
export async function makeMember(site: TestSite, itemId: number, options: MemberOptions = {}) {
  const user = await makeLoggedInUser(site);
  await addMember(site, itemId, user, options);
  return user;
}

/** Creates a team with one member and links it to the item; the right of the member is an exception. */
export async function addTeamMember(
  site: TestSite,
  itemId: number,
  { uid }: Pick<UserRef, 'uid'>,
  { edit = false, catalog, owner }: MemberOptions & { readonly owner?: Pick<UserRef, 'uid'> } = {},
) {
  const [row] = await site.database.query<{
    team_id: string;
    team_item_id: string;
    team_member_id: string;
  }>(
    `with team_made as (
       insert into team (team_name, uid) values ('Storefront squad',
         coalesce($3::bigint, (select uid from item where item_id = $1)))
       returning id
     ), member_made as (
       insert into team_member (team_id, uid) select id, $2 from team_made returning id
     ), item_made as (
       insert into team_item (team_id, item_id) select id, $1 from team_made returning id, team_id
     )
     insert into team_item_member (team_item_id, team_member_id, member_group_id, cat_id)
     select item_made.id, member_made.id, $4, $5 from item_made, member_made
     returning team_member_id, team_item_id, (select team_id from item_made) as team_id`,
    [itemId, uid, owner?.uid ?? null, edit ? 1 : 0, catalog?.cat_id ?? 0],
  );
  site.deps.bus.publish('item', String(itemId));
  return {
    team_id: Number(row?.team_id),
    team_item_id: Number(row?.team_item_id),
    id: joinTeamItemMemberId(Number(row?.team_item_id), Number(row?.team_member_id)),
  };
}

/**
 * Creates a public item with an owner, two first-level catalogs and a page at every level: `Guides / Install /
 * Linux`, `API / Orders`, and one page at the root.
 */
export async function makeItemTree(site: TestSite) {
  const owner = await makeLoggedInUser(site);
  const item_id = await makeItem(site, { owner });
  const guides = await makeCatalog(site, item_id, { cat_name: 'Guides', s_number: 1 });
  const install = await makeCatalog(site, item_id, { cat_name: 'Install', parent: guides });
  const linux = await makeCatalog(site, item_id, { cat_name: 'Linux', parent: install });
  const api = await makeCatalog(site, item_id, { cat_name: 'API', s_number: 2 });
  const orders = await makeCatalog(site, item_id, { cat_name: 'Orders', parent: api });
  const page = (page_title: string, catalog?: CreatedCatalog) =>
    makePage(site, item_id, { page_title, author: owner, ...(catalog && { catalog }) });
  return {
    owner,
    item_id,
    catalogs: { guides, install, linux, api, orders },
    pages: {
      root: await page('Root page'),
      guides: await page('Guides page', guides),
      install: await page('Install page', install),
      linux: await page('Linux page', linux),
      api: await page('API page', api),
      orders: await page('Orders page', orders),
    },
  };
}
