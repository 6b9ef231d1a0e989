import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import type { Db } from '../../db/connect.ts';
import { visiblePages } from '../page/page.repository.ts';

interface NewFile {
  readonly file_key: string;
  readonly object_key: string;
  readonly uid: number;
  readonly display_name: string;
  readonly file_type: string;
  readonly file_size: number;
  readonly store: string;
  /** Of a picture. */
  readonly width: number | null;
  readonly height: number | null;
}

export interface StoredObject {
  readonly store: string;
  readonly object_key: string;
}

/** A file of the personal library is in no item. */
const LIBRARY = 0;

/** The page that a single-page key opens; as `visiblePages`, without an item around it. */
function sharedPages(db: Db, uniqueKey: string): ReturnType<typeof visiblePages> {
  return db
    .selectFrom('page')
    .where('page.unique_key', '=', uniqueKey)
    .where('page.del_time', 'is', null)
    .where((where) =>
      where.exists(
        where
          .selectFrom('item')
          .select('item.item_id')
          .whereRef('item.item_id', '=', 'page.item_id')
          .where('item.del_time', 'is', null),
      ),
    );
}

/** Newest first. */
function listBound(pages: ReturnType<typeof visiblePages>) {
  return pages
    .innerJoin('page_file', 'page_file.page_id', 'page.page_id')
    .innerJoin('upload_file', 'upload_file.file_id', 'page_file.file_id')
    .leftJoin('user', 'user.uid', 'upload_file.uid')
    .select([
      'upload_file.file_id',
      'upload_file.file_key',
      'upload_file.object_key',
      'upload_file.store',
      'upload_file.uid',
      'page.item_id',
      'upload_file.display_name',
      'upload_file.file_type',
      'upload_file.file_size',
      'upload_file.visit_times',
      'upload_file.addtime',
      'user.username',
    ])
    .where('page_file.is_bound', '=', true)
    .orderBy('upload_file.file_id', 'desc')
    .execute();
}

/** The lock of a backup, and of whoever removes an object. */
export const KEEPING_OBJECTS = 0x0c7a72;

export function attachmentRepository(db: Db) {
  return {
    /** Without a grant into the library of whoever uploaded it. */
    async insert(grant: ItemGrant | undefined, file: NewFile) {
      const { file_id } = await db
        .insertInto('upload_file')
        .values({ ...file, item_id: grant?.itemId ?? LIBRARY })
        .returning('file_id')
        .executeTakeFirstOrThrow();
      return file_id;
    },

    /** Any number of files of one person in an item; answers their ids in the same order. */
    async insertAll(itemId: number, files: readonly NewFile[]) {
      if (files.length === 0) return [];
      const rows = await db
        .insertInto('upload_file')
        .values(files.map((file) => ({ ...file, item_id: itemId })))
        .returning(['file_id', 'file_key'])
        .execute();
      const ids = new Map(rows.map((row) => [row.file_key, row.file_id]));
      return files.map((file) => ids.get(file.file_key) ?? 0);
    },

    /** A person's own files in an item that hold these bytes. */
    listSame: (itemId: number, uid: number, objectKeys: readonly string[]) =>
      db
        .selectFrom('upload_file')
        .select(['file_id', 'file_key', 'object_key', 'display_name'])
        .where('item_id', '=', itemId)
        .where('uid', '=', uid)
        .where(sql<boolean>`object_key = any(${objectKeys}::text[])`)
        .execute(),

    /** For the door of files alone: it decides by the pages of the file who may have it. */
    findByKey: (fileKey: string) =>
      db
        .selectFrom('upload_file')
        .select([
          'file_id',
          'file_key',
          'object_key',
          'store',
          'uid',
          'display_name',
          'file_type',
          'file_size',
        ])
        .where('file_key', '=', fileKey)
        .executeTakeFirst(),

    listOfPage: (grant: ItemGrant, pageId: number) =>
      listBound(visiblePages(db, grant).where('page.page_id', '=', pageId)),

    listOfShared: (uniqueKey: string) => listBound(sharedPages(db, uniqueKey)),

    /** A file; nobody else deletes or binds it before the transaction ends. */
    hold: (fileId: number) =>
      db
        .selectFrom('upload_file')
        .select(['file_id', 'file_key', 'object_key', 'store', 'uid', 'item_id', 'display_name'])
        .where('file_id', '=', fileId)
        .forUpdate()
        .executeTakeFirst(),

    async delete(fileId: number) {
      await db.deleteFrom('upload_file').where('file_id', '=', fileId).execute();
    },

    /** False while a backup runs: it still reads objects that no row names any more. */
    async mayRemoveObjects(): Promise<boolean> {
      const { rows } = await sql<{ may: boolean }>`
        select pg_try_advisory_xact_lock_shared(${KEEPING_OBJECTS}) as may`.execute(db);
      return rows[0]?.may ?? false;
    },

    /** Until the transaction ends an object is not taken away while a row for it is made. */
    async lockObject({ store, object_key }: StoredObject, how: 'keep' | 'remove') {
      const lock = sql.raw(
        how === 'keep' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock',
      );
      await sql`select ${lock}(hashtextextended(${`${store}/${object_key}`}, 12))`.execute(db);
    },

    /** The same for many, kept until the transaction ends. */
    async lockObjects(objects: readonly StoredObject[]) {
      const names = objects.map(({ store, object_key }) => `${store}/${object_key}`);
      await sql`
        select pg_advisory_xact_lock_shared(hashtextextended(name, 12))
        from unnest(${names}::text[]) as sent (name)`.execute(db);
    },

    /** By a file, by a smaller copy of a picture, or by a task. */
    async isObjectUsed({ store, object_key }: StoredObject) {
      const of = (table: 'upload_file' | 'file_variant' | 'task_file') =>
        db
          .selectFrom(table)
          .select('object_key')
          .where('object_key', '=', object_key)
          .where('store', '=', store)
          .limit(1)
          .executeTakeFirst();
      return Boolean(
        (await of('upload_file')) ?? (await of('file_variant')) ?? (await of('task_file')),
      );
    },

    /** The bytes of a person's files; who asks for the same person waits until the transaction ends. */
    async holdUsedBytes(uid: number) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${uid}`}, 12))`.execute(
        db,
      );
      const { bytes } = await db
        .selectFrom('upload_file')
        .select((select) => select.fn.sum<string | null>('file_size').as('bytes'))
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow();
      return Number(bytes ?? 0);
    },
  };
}
