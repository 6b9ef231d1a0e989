import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import type { Scope } from '../../access/scope.ts';
import type { Db } from '../../db/connect.ts';

/** Pages of a scope; a limited one never holds the root's. */
function within(scope: Scope) {
  if (scope === 'all') return sql<boolean>`true`;
  return sql<boolean>`page.top_cat_id = any(${scope === 'none' ? [] : scope}::bigint[])`;
}

/** Every read of pages starts here: item, catalog scope, not deleted. */
export function visiblePages(db: Db, { itemId, view }: Pick<ItemGrant, 'itemId' | 'view'>) {
  return db
    .selectFrom('page')
    .where('page.item_id', '=', itemId)
    .where('page.del_time', 'is', null)
    .where(within(view));
}

const HEAD = [
  'page.page_id',
  'page.item_id',
  'page.cat_id',
  'page.top_cat_id',
  'page.s_number',
  'page.page_title',
  'page.page_type',
  'page.method',
  'page.version',
  'page.creator_uid',
  'page.author_uid',
  'page.author_username',
  'page.addtime',
  'page.page_addtime',
  'page.unique_key',
] as const;

/** How many files hang on a page; a picture in the text is one too. */
const FILES = sql<number>`(
  select count(*)::int from page_file where page_file.page_id = page.page_id and is_bound
)`.as('attachment_count');

export interface Place {
  readonly cat_id: number;
  readonly top_cat_id: number;
}

interface PageText {
  readonly page_title: string;
  readonly page_content: string;
  readonly method: string;
  readonly page_comments: string;
  readonly author_uid: number;
  readonly author_username: string;
  readonly title_lc: string;
  readonly body_lc: string;
}

interface NewPage extends PageText, Place {
  readonly item_id: number;
  readonly page_type: 0 | 1;
  readonly s_number?: number | undefined;
}

interface FormerVersion {
  readonly item_id: number;
  readonly page_id: number;
  readonly version: number;
  readonly page_title: string;
  readonly author_uid: number | null;
  readonly author_username: string;
  readonly addtime: Date;
  readonly page_comments: string;
  readonly codec: number;
  readonly sha256: Buffer;
  readonly data: Buffer;
}

/** Who wrote last wins the clock too: a transaction's own time may be older than the one before it. */
const NOW = sql<Date>`clock_timestamp()`;

export function pageRepository(db: Db) {
  const living = db.selectFrom('page').where('page.del_time', 'is', null);
  const full = living
    .innerJoin('page_body', 'page_body.page_id', 'page.page_id')
    .select([...HEAD, FILES, 'page_body.page_content']);
  return {
    /** For the gate and the caches alone: where a living page is, and which version it has. */
    findHead: (pageId: number) =>
      living
        .select([...HEAD, FILES])
        .where('page.page_id', '=', pageId)
        .executeTakeFirst(),

    /** For the cache of bodies alone: head and text of one and the same version. */
    findFull: (pageId: number) => full.where('page.page_id', '=', pageId).executeTakeFirst(),

    /** A share key is its own right; it ends with the page and with the item. */
    findShared: (uniqueKey: string) =>
      living
        .innerJoin('item', 'item.item_id', 'page.item_id')
        .select([...HEAD, FILES])
        .where('page.unique_key', '=', uniqueKey)
        .where('item.del_time', 'is', null)
        .executeTakeFirst(),

    /** The menu's rows, in order. */
    listMenu: (grant: ItemGrant) =>
      visiblePages(db, grant)
        .select(['page_id', 'page_title', 'cat_id', 'top_cat_id', 's_number', 'method'])
        .orderBy('s_number')
        .orderBy('page_id')
        .execute(),

    /** A living page of this item; nobody else writes it before the transaction ends. */
    hold: ({ itemId }: ItemGrant, pageId: number) =>
      living
        .select([...HEAD, 'page.page_comments'])
        .where('page.page_id', '=', pageId)
        .where('page.item_id', '=', itemId)
        .forNoKeyUpdate()
        .executeTakeFirst(),

    /** Asked after `hold`: one statement for both could join a held row with an older text. */
    async getContent(pageId: number) {
      const row = await db
        .selectFrom('page_body')
        .select('page_content')
        .where('page_id', '=', pageId)
        .executeTakeFirstOrThrow();
      return row.page_content;
    },

    async insert({ title_lc, body_lc, page_content, s_number, ...page }: NewPage) {
      const row = await db
        .with('made', (make) =>
          make
            .insertInto('page')
            .values({
              ...page,
              ...(s_number !== undefined && { s_number }),
              creator_uid: page.author_uid,
            })
            .returning(['page_id', 'item_id', 'version', 'addtime']),
        )
        .with('body', (make) =>
          make
            .insertInto('page_body')
            .columns(['page_id', 'item_id', 'page_content'])
            .expression((from) =>
              from
                .selectFrom('made')
                .select(['page_id', 'item_id', sql<string>`${page_content}::text`.as('text')]),
            ),
        )
        .with('search', (make) =>
          make
            .insertInto('page_search')
            .columns(['page_id', 'item_id', 'version', 'addtime', 'title_lc', 'body_lc'])
            .expression((from) =>
              from
                .selectFrom('made')
                .select([
                  'page_id',
                  'item_id',
                  'version',
                  'addtime',
                  sql<string>`${title_lc}::text`.as('title'),
                  sql<string>`${body_lc}::text`.as('body'),
                ]),
            ),
        )
        .selectFrom('made')
        .select('page_id')
        .executeTakeFirstOrThrow();
      return row.page_id;
    },

    /** The next version of a held page; the former one goes into history in the same statement. */
    async saveVersion(
      { title_lc, body_lc, page_content, ...page }: PageText,
      former: FormerVersion,
    ) {
      const { page_id } = former;
      const version = former.version + 1;
      await db
        .with('saved', (save) =>
          save
            .updateTable('page')
            .set({ ...page, version, addtime: NOW })
            .where('page_id', '=', page_id),
        )
        .with('body', (save) =>
          save.updateTable('page_body').set({ page_content }).where('page_id', '=', page_id),
        )
        .with('search', (save) =>
          save
            .updateTable('page_search')
            .set({ title_lc, body_lc, version, addtime: NOW })
            .where('page_id', '=', page_id),
        )
        .insertInto('page_history')
        .values(former)
        .execute();
      return version;
    },

    async setComments(pageId: number, comments: string) {
      await db
        .updateTable('page')
        .set({ page_comments: comments })
        .where('page_id', '=', pageId)
        .execute();
    },

    async move(pageId: number, place: Place & { readonly s_number: number }) {
      await db.updateTable('page').set(place).where('page_id', '=', pageId).execute();
    },

    /** How many of the named pages lie in this part of the item. */
    async countWithin({ itemId }: ItemGrant, edit: Scope, pageIds: readonly number[]) {
      const row = await visiblePages(db, { itemId, view: edit })
        .select((select) => select.fn.countAll<number>().as('pages'))
        .where(sql<boolean>`page.page_id = any(${pageIds}::bigint[])`)
        .executeTakeFirstOrThrow();
      return row.pages;
    },

    /** Answers the pages that stand elsewhere now. */
    async saveOrder({ itemId }: ItemGrant, order: readonly (readonly [number, number])[]) {
      const { rows } = await sql<{ page_id: number }>`
        update page set s_number = sent.s_number
        from unnest(${order.map(([pageId]) => pageId)}::bigint[], ${order.map(([, at]) => at)}::int[])
          as sent (page_id, s_number)
        where page.page_id = sent.page_id and page.item_id = ${itemId}
          and page.s_number <> sent.s_number
        returning page.page_id`.execute(db);
      return rows.map((row) => row.page_id);
    },

    /** Null ends the share. */
    async setKey(pageId: number, uniqueKey: string | null) {
      await db
        .updateTable('page')
        .set({ unique_key: uniqueKey })
        .where('page_id', '=', pageId)
        .execute();
    },

    /** To the recycle bin, with the name of the place it had; its share ends. */
    async recycle({ page_id, cat_id }: { page_id: number; cat_id: number }, username: string) {
      await sql`
        with recursive way as (
          select cat_id, parent_cat_id, cat_name, 0 as height from catalog where cat_id = ${cat_id}
          union all
          select above.cat_id, above.parent_cat_id, above.cat_name, height + 1
          from way join catalog above on above.cat_id = way.parent_cat_id
        )
        update page set del_time = now(), del_by_username = ${username}, unique_key = null,
          old_place = (select coalesce(string_agg(cat_name, ' / ' order by height desc), '') from way)
        where page_id = ${page_id}`.execute(db);
    },
  };
}
