import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { StoredObject } from './attachment.repository.ts';

export interface NamedObject extends StoredObject {
  readonly file_size: number;
}

/** Whose rows name objects. */
export const OBJECT_TABLES = ['upload_file', 'file_variant', 'task_file'] as const;

/** Each object that a row names. */
export const NAMED_OBJECTS = OBJECT_TABLES.map(
  (table) => `select store, object_key, file_size from ${table}`,
).join(' union all ');
const NAMED = sql.raw(NAMED_OBJECTS);

/** The objects of files, for the work of operators: verifying, moving, cleaning up. */
export function fileObjectRepository(db: Db) {
  return {
    /** By key, from one on; the same key in two stores is two objects. */
    async list(after: StoredObject, most: number): Promise<NamedObject[]> {
      const { rows } = await sql<NamedObject>`
        select store, object_key, max(file_size) as file_size from (${NAMED}) named
        where (object_key, store) > (${after.object_key}, ${after.store})
        group by object_key, store order by object_key, store limit ${most}`.execute(db);
      return rows;
    },

    /** Those that are not in this store yet. */
    async listElsewhere(store: string, after: string, most: number): Promise<NamedObject[]> {
      const { rows } = await sql<NamedObject>`
        select store, object_key, max(file_size) as file_size from (${NAMED}) named
        where object_key > ${after} and store <> ${store}
        group by object_key, store order by object_key limit ${most}`.execute(db);
      return rows;
    },

    async count(): Promise<number> {
      const { rows } = await sql<{ objects: number }>`
        select count(distinct (object_key, store))::int as objects
        from (${NAMED}) named`.execute(db);
      return rows[0]?.objects ?? 0;
    },

    async countElsewhere(store: string): Promise<number> {
      const { rows } = await sql<{ objects: number }>`
        select count(distinct object_key)::int as objects
        from (${NAMED}) named where store <> ${store}`.execute(db);
      return rows[0]?.objects ?? 0;
    },

    /** From now on these bytes are read from the other store. */
    async move({ store, object_key }: StoredObject, to: string) {
      for (const table of OBJECT_TABLES)
        await db
          .updateTable(table)
          .set({ store: to })
          .where('object_key', '=', object_key)
          .where('store', '=', store)
          .execute();
    },

    /** Of these keys those that no row names in this store. */
    async listUnused(store: string, keys: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ key: string }>`
        select key from unnest(${keys}::text[]) as sent (key)
        where not exists (
          select from (${NAMED}) named where named.object_key = key and named.store = ${store}
        )`.execute(db);
      return rows.map(({ key }) => key);
    },

    /**
     * Files of items that had pages, of which none is left, not even in a recycle bin: their texts and
     * versions went with them. What a template still shows stays, and so does every library.
     */
    async listPurged(after: number, most: number): Promise<number[]> {
      const { rows } = await sql<{ file_id: number }>`
        select file_id from upload_file
        where file_id > ${after} and ${PURGED}
        order by file_id limit ${most}`.execute(db);
      return rows.map(({ file_id }) => file_id);
    },

    /** The same of a held file: nobody mentions it any more before the transaction ends. */
    async isPurged(fileId: number): Promise<boolean> {
      const { rows } = await sql`
        select from upload_file where file_id = ${fileId} and ${PURGED}`.execute(db);
      return rows.length > 0;
    },
  };
}

const PURGED = sql<boolean>`
  upload_file.item_id > 0
  and exists (select from page_file where page_file.file_id = upload_file.file_id)
  and not exists (
    select from page_file join page using (page_id)
    where page_file.file_id = upload_file.file_id
  )
  and not exists (
    select from template where strpos(template_content, upload_file.file_key) > 0
  )`;
