import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

/** Where a living page is: enough to ask whether somebody may read it. */
export interface FilePlace {
  readonly file_id: number;
  readonly item_id: number;
  readonly top_cat_id: number;
}

/** Which pages a file belongs to. */
export function pageFileRepository(db: Db) {
  return {
    /** Puts a file into the page's list. */
    async bind(pageId: number, fileId: number) {
      await db
        .insertInto('page_file')
        .values({ page_id: pageId, file_id: fileId, is_bound: true })
        .onConflict((conflict) =>
          conflict.columns(['page_id', 'file_id']).doUpdateSet({ is_bound: true }),
        )
        .execute();
    },

    /** The same for many pages at once. */
    async bindAll(pairs: readonly { readonly page_id: number; readonly file_id: number }[]) {
      await sql`
        insert into page_file (page_id, file_id, is_bound)
        select page_id, file_id, true from unnest(
          ${pairs.map((pair) => pair.page_id)}::bigint[], ${pairs.map((pair) => pair.file_id)}::bigint[]
        ) as sent (page_id, file_id)
        on conflict (page_id, file_id) do update set is_bound = true`.execute(db);
    },

    /** Takes it out of the list; a text may go on showing it. */
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

    async belongs(pageId: number, fileId: number) {
      const row = await db
        .selectFrom('page_file')
        .select('file_id')
        .where('page_id', '=', pageId)
        .where('file_id', '=', fileId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** For the door of files and for saves: each place once, of living pages. */
    listPlaces: (fileIds: readonly number[]): Promise<FilePlace[]> =>
      db
        .selectFrom('page_file')
        .innerJoin('page', 'page.page_id', 'page_file.page_id')
        .select(['page_file.file_id', 'page.item_id', 'page.top_cat_id'])
        .distinct()
        .where(sql<boolean>`page_file.file_id = any(${fileIds}::bigint[])`)
        .where('page.del_time', 'is', null)
        .execute(),

    async listPages(fileId: number) {
      const rows = await db
        .selectFrom('page_file')
        .select('page_id')
        .where('file_id', '=', fileId)
        .execute();
      return rows.map((row) => row.page_id);
    },

    /** The files with these keys that do not belong to the page yet. */
    listOthers: (pageId: number, keys: readonly string[]) =>
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

    /** From now on these belong to the page, the bound ones with a place in its list. */
    async add(pageId: number, files: readonly { file_id: number; is_bound: boolean }[]) {
      // A file that is deleted at this moment is left out: it is locked against us until it is gone.
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
  };
}
