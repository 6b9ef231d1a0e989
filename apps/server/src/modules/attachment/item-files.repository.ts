import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

interface PageText {
  readonly page_id: number;
  readonly page_content: string;
  readonly body_lc: string;
}

/** The files of a whole item, for copying the item. */
export const itemFileRepository = repository((db) => ({
  /** Locks the files of all pages of the item, so that none is deleted before the transaction ends. */
  lockByItem: (itemId: number) =>
    db
      .selectFrom('upload_file')
      .select(['file_id', 'file_key', 'file_size'])
      .where((where) =>
        where.exists(
          where
            .selectFrom('page_file')
            .innerJoin('page', 'page.page_id', 'page_file.page_id')
            .select('page.page_id')
            .whereRef('page_file.file_id', '=', 'upload_file.file_id')
            .where('page.item_id', '=', itemId),
        ),
      )
      .orderBy('file_id')
      .forKeyShare()
      .execute(),

  /** Inserts new rows for the same objects and links the pages of the item to them instead. */
  async copy(
    itemId: number,
    uid: number,
    copies: readonly { readonly file_id: number; readonly file_key: string }[],
  ) {
    await sql`
        with wanted as materialized (
          select nextval(pg_get_serial_sequence('upload_file', 'file_id')) as new_id, file_id, new_key
          from unnest(
            ${copies.map(({ file_id }) => file_id)}::bigint[],
            ${copies.map(({ file_key }) => file_key)}::text[]
          ) as sent (file_id, new_key)
        ), made as (
          insert into upload_file (file_id, file_key, object_key, uid, item_id, display_name,
            file_type, file_size, store, width, height)
          overriding system value
          select new_id, new_key, object_key, ${uid}, ${itemId}, display_name, file_type, file_size,
            store, width, height
          from wanted join upload_file using (file_id)
        ), smaller as (
          insert into file_variant (file_id, width, store, object_key, file_size)
          select new_id, file_variant.width, file_variant.store, file_variant.object_key,
            file_variant.file_size
          from wanted join file_variant using (file_id)
        ), bound as (
          insert into page_file (page_id, file_id, is_bound)
          select page_id, new_id, is_bound
          from page_file join wanted using (file_id) join page using (page_id)
          where page.item_id = ${itemId}
        )
        delete from page_file using wanted, page
        where page_file.file_id = wanted.file_id and page.page_id = page_file.page_id
          and page.item_id = ${itemId}`.execute(db);
  },

  async listPageIds(itemId: number) {
    const rows = await db
      .selectFrom('page_file')
      .innerJoin('page', 'page.page_id', 'page_file.page_id')
      .select('page.page_id')
      .distinct()
      .where('page.item_id', '=', itemId)
      .execute();
    return rows.map((row) => row.page_id);
  },

  listTexts: (pageIds: readonly number[]) =>
    db
      .selectFrom('page_body')
      .innerJoin('page_search', 'page_search.page_id', 'page_body.page_id')
      .select(['page_body.page_id', 'page_body.page_content', 'page_search.body_lc'])
      .where(sql<boolean>`page_body.page_id = any(${pageIds}::bigint[])`)
      .execute(),

  /** For pages that are not visible yet, so the version stays the same. The search index is rebuilt by a job. */
  async setTexts(texts: readonly PageText[]) {
    const ids = texts.map(({ page_id }) => page_id);
    await sql`
        update page_body set page_content = sent.page_content
        from unnest(${ids}::bigint[], ${texts.map(({ page_content }) => page_content)}::text[])
          as sent (page_id, page_content)
        where page_body.page_id = sent.page_id`.execute(db);
    await sql`
        update page_search set body_lc = sent.body_lc, grams = null, grams_version = null
        from unnest(${ids}::bigint[], ${texts.map(({ body_lc }) => body_lc)}::text[])
          as sent (page_id, body_lc)
        where page_search.page_id = sent.page_id`.execute(db);
  },
}));
