import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import type { StoredObject } from './storage.ts';

export interface ReferencedObject extends StoredObject {
  readonly file_size: number;
}

/** Advisory lock: a backup holds it exclusively, the removal of an object takes it shared. */
export const OBJECT_REMOVAL_LOCK = 0x0c7a72;

/** Tables whose rows refer to stored objects. */
export const OBJECT_TABLES = ['upload_file', 'file_variant', 'task_file'] as const;

/** SQL for all objects that a row refers to; an object appears once for each row. */
export const REFERENCED_OBJECTS_SQL = OBJECT_TABLES.map(
  (table) => `select store, object_key, file_size from ${table}`,
).join(' union all ');
const REFERENCED_OBJECTS = sql.raw(REFERENCED_OBJECTS_SQL);

/** Stored objects, for maintenance: verification, migration and clean-up. */
export const fileObjectRepository = repository((db) => ({
  /** Keyset pagination by object key. The same key in two stores is two objects. */
  async list(after: StoredObject, limit: number): Promise<ReferencedObject[]> {
    const { rows } = await sql<ReferencedObject>`
        select store, object_key, max(file_size) as file_size from (${REFERENCED_OBJECTS}) named
        where (object_key, store) > (${after.object_key}, ${after.store})
        group by object_key, store order by object_key, store limit ${limit}`.execute(db);
    return rows;
  },

  /** Objects in other stores than this one, by key. */
  async listOutsideStore(store: string, after: string, limit: number): Promise<ReferencedObject[]> {
    const { rows } = await sql<ReferencedObject>`
        select store, object_key, max(file_size) as file_size from (${REFERENCED_OBJECTS}) named
        where object_key > ${after} and store <> ${store}
        group by object_key, store order by object_key limit ${limit}`.execute(db);
    return rows;
  },

  async count(): Promise<number> {
    const { rows } = await sql<{ objects: number }>`
        select count(distinct (object_key, store))::int as objects
        from (${REFERENCED_OBJECTS}) named`.execute(db);
    return rows[0]?.objects ?? 0;
  },

  async countOutsideStore(store: string): Promise<number> {
    const { rows } = await sql<{ objects: number }>`
        select count(distinct object_key)::int as objects
        from (${REFERENCED_OBJECTS}) named where store <> ${store}`.execute(db);
    return rows[0]?.objects ?? 0;
  },

  /** Points all rows of the object to the other store. The bytes must have been copied before. */
  async setStore({ store, object_key }: StoredObject, to: string) {
    for (const table of OBJECT_TABLES)
      await db
        .updateTable(table)
        .set({ store: to })
        .where('object_key', '=', object_key)
        .where('store', '=', store)
        .execute();
  },

  /** The keys to which no row of this store refers. */
  async listUnused(store: string, keys: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ key: string }>`
        select key from unnest(${keys}::text[]) as sent (key)
        where not exists (
          select from (${REFERENCED_OBJECTS}) named where named.object_key = key and named.store = ${store}
        )`.execute(db);
    return rows.map(({ key }) => key);
  },

  /**
   * Files of items that were linked to pages, all of which have been purged (pages in the recycle bin still count).
   * Files that were never linked, files that a template or an open draft of their uploader refers to and files of
   * personal libraries are not included.
   */
  async listPurged(after: number, limit: number): Promise<number[]> {
    const { rows } = await sql<{ file_id: number }>`
        select file_id from upload_file
        where file_id > ${after} and ${IS_PURGED}
        order by file_id limit ${limit}`.execute(db);
    return rows.map(({ file_id }) => file_id);
  },

  /** Checks the condition again after the file was locked, when no other transaction can link it to a page. */
  async isPurged(fileId: number): Promise<boolean> {
    const { rows } = await sql`
        select from upload_file where file_id = ${fileId} and ${IS_PURGED}`.execute(db);
    return rows.length > 0;
  },
}));

const IS_PURGED = sql<boolean>`
  upload_file.item_id > 0
  and exists (select from page_file where page_file.file_id = upload_file.file_id)
  and not exists (
    select from page_file join page using (page_id)
    where page_file.file_id = upload_file.file_id
  )
  and not exists (
    select from template where strpos(template_content, upload_file.file_key) > 0
  )
  and not exists (
    select from page_draft
    where page_draft.uid = upload_file.uid and closed_time is null
      and strpos(page_content, upload_file.file_key) > 0
  )`;
