import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

/** Item and first-level catalog of a page with the file, as needed to check read access. */
export interface FileLocation {
  readonly file_id: number;
  readonly item_id: number;
  readonly top_cat_id: number;
}

/** Links between pages and files. */
export const pageFileRepository = repository((db) => ({
  /** Adds a file to the attachment list of the page. */
  async bind(pageId: number, fileId: number) {
    await db
      .insertInto('page_file')
      .values({ page_id: pageId, file_id: fileId, is_bound: true })
      .onConflict((conflict) =>
        conflict.columns(['page_id', 'file_id']).doUpdateSet({ is_bound: true }),
      )
      .execute();
  },

  /** Binds many pairs of page and file in one statement. */
  async bindAll(pairs: readonly { readonly page_id: number; readonly file_id: number }[]) {
    await sql`
        insert into page_file (page_id, file_id, is_bound)
        select page_id, file_id, true from unnest(
          ${pairs.map((pair) => pair.page_id)}::bigint[], ${pairs.map((pair) => pair.file_id)}::bigint[]
        ) as sent (page_id, file_id)
        on conflict (page_id, file_id) do update set is_bound = true`.execute(db);
  },

  /** Links a copy of a page to the files in the list of the original and in its content. */
  async copy(fromPageId: number, toPageId: number) {
    await sql`
        insert into page_file (page_id, file_id, is_bound)
        select ${toPageId}, file_id, is_bound
        from page_file join upload_file using (file_id) join page_body using (page_id)
        where page_id = ${fromPageId} and (is_bound or strpos(page_content, file_key) > 0)`.execute(
      db,
    );
  },

  /** Removes a file from the attachment list; the page content may still show it. */
  async unbind(pageId: number, fileId: number) {
    await db
      .updateTable('page_file')
      .set({ is_bound: false })
      .where('page_id', '=', pageId)
      .where('file_id', '=', fileId)
      .execute();
  },

  async isBound(pageId: number, fileId: number) {
    const row = await db
      .selectFrom('page_file')
      .select('is_bound')
      .where('page_id', '=', pageId)
      .where('file_id', '=', fileId)
      .executeTakeFirst();
    return row?.is_bound === true;
  },

  async isLinked(pageId: number, fileId: number) {
    const row = await db
      .selectFrom('page_file')
      .select('file_id')
      .where('page_id', '=', pageId)
      .where('file_id', '=', fileId)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Distinct locations on pages that are not deleted, for access checks. */
  listLocations: (fileIds: readonly number[]): Promise<FileLocation[]> =>
    db
      .selectFrom('page_file')
      .innerJoin('page', 'page.page_id', 'page_file.page_id')
      .select(['page_file.file_id', 'page.item_id', 'page.top_cat_id'])
      .distinct()
      .where(sql<boolean>`page_file.file_id = any(${fileIds}::bigint[])`)
      .where('page.del_time', 'is', null)
      .execute(),

  async listPageIds(fileId: number) {
    const rows = await db
      .selectFrom('page_file')
      .select('page_id')
      .where('file_id', '=', fileId)
      .execute();
    return rows.map((row) => row.page_id);
  },

  /** The files with these keys that are not linked to the page yet. */
  listUnlinked: (pageId: number, keys: readonly string[]) =>
    db
      .selectFrom('upload_file')
      .select((select) => [
        'file_id',
        'uid',
        'item_id',
        select
          .exists(
            select
              .selectFrom('page_file')
              .select('page_file.page_id')
              .whereRef('page_file.file_id', '=', 'upload_file.file_id'),
          )
          .$castTo<boolean>()
          .as('hasPage'),
      ])
      .where(sql<boolean>`file_key = any(${keys}::text[])`)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('page_file')
              .select('page_file.page_id')
              .whereRef('page_file.file_id', '=', 'upload_file.file_id')
              .where('page_file.page_id', '=', pageId),
          ),
        ),
      )
      .execute(),

  /** Links files to the page; bound files are also in its attachment list. */
  async link(pageId: number, files: readonly { file_id: number; is_bound: boolean }[]) {
    // A concurrent delete holds the row lock, so this statement waits and then skips the deleted file.
    await sql`
        insert into page_file (page_id, file_id, is_bound)
        select ${pageId}, file_id, is_bound
        from unnest(
          ${files.map(({ file_id }) => file_id)}::bigint[],
          ${files.map(({ is_bound }) => is_bound)}::boolean[]
        ) as sent (file_id, is_bound)
        join (
          select file_id from upload_file
          where file_id = any(${files.map(({ file_id }) => file_id)}::bigint[])
          order by file_id for key share
        ) living using (file_id)
        on conflict do nothing`.execute(db);
  },
}));
