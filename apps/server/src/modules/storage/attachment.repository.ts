import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import type { Db } from '../../db/connect.ts';
import { repository } from '../../db/repository.ts';
import { OBJECT_REMOVAL_LOCK } from './file-object.repository.ts';
import type { StoredObject } from './storage.ts';
import { visiblePages } from '../../access/visible-pages.ts';

interface NewFile {
  readonly file_key: string;
  readonly object_key: string;
  readonly uid: number;
  readonly display_name: string;
  readonly file_type: string;
  readonly file_size: number;
  readonly store: string;
  /** Null unless the file is a picture. */
  readonly width: number | null;
  readonly height: number | null;
}

/** `item_id` of files in a personal library, which belong to no item. */
const LIBRARY_ITEM_ID = 0;

/** The page of a single-page key, selected like `visiblePages` but without an item grant. */
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

export const attachmentRepository = repository((db) => ({
  /** Without a grant, the file goes into the personal library of its uploader. */
  async insert(grant: ItemGrant | undefined, file: NewFile) {
    const { file_id } = await db
      .insertInto('upload_file')
      .values({ ...file, item_id: grant?.itemId ?? LIBRARY_ITEM_ID })
      .returning('file_id')
      .executeTakeFirstOrThrow();
    return file_id;
  },

  /** Inserts many files of one user into an item and returns their ids in the same order. */
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

  /** The user's own files in an item with one of these object keys, that is, with the same content. */
  listByContent: (itemId: number, uid: number, objectKeys: readonly string[]) =>
    db
      .selectFrom('upload_file')
      .select(['file_id', 'file_key', 'object_key', 'display_name'])
      .where('item_id', '=', itemId)
      .where('uid', '=', uid)
      .where(sql<boolean>`object_key = any(${objectKeys}::text[])`)
      .execute(),

  /** Without an access check: the caller must authorize the request by the pages of the file. */
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

  listByPage: (grant: ItemGrant, pageId: number) =>
    listBound(visiblePages(db, grant).where('page.page_id', '=', pageId)),

  listByShareKey: (uniqueKey: string) => listBound(sharedPages(db, uniqueKey)),

  /** Locks the row, so that no other transaction deletes or binds the file. */
  lockFile: (fileId: number) =>
    db
      .selectFrom('upload_file')
      .select(['file_id', 'file_key', 'object_key', 'store', 'uid', 'item_id', 'display_name'])
      .where('file_id', '=', fileId)
      .forUpdate()
      .executeTakeFirst(),

  async delete(fileId: number) {
    await db.deleteFrom('upload_file').where('file_id', '=', fileId).execute();
  },

  /** False while a backup runs, because it may still read objects whose rows have been deleted since. */
  async mayRemoveObjects(): Promise<boolean> {
    const { rows } = await sql<{ may: boolean }>`
        select pg_try_advisory_xact_lock_shared(${OBJECT_REMOVAL_LOCK}) as may`.execute(db);
    return rows[0]?.may ?? false;
  },

  /** Held until the transaction ends, so that an object is not removed while a row that refers to it is inserted. */
  async lockObject({ store, object_key }: StoredObject, mode: 'keep' | 'remove') {
    const lock = sql.raw(
      mode === 'keep' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock',
    );
    await sql`select ${lock}(hashtextextended(${`${store}/${object_key}`}, 12))`.execute(db);
  },

  /** Takes the shared lock for many objects. */
  async lockObjects(objects: readonly StoredObject[]) {
    const names = objects.map(({ store, object_key }) => `${store}/${object_key}`);
    await sql`
        select pg_advisory_xact_lock_shared(hashtextextended(name, 12))
        from unnest(${names}::text[]) as sent (name)`.execute(db);
  },

  /** Whether a file, a picture variant or a task refers to the object. */
  async isObjectUsed({ store, object_key }: StoredObject) {
    const findRow = (table: 'upload_file' | 'file_variant' | 'task_file') =>
      db
        .selectFrom(table)
        .select('object_key')
        .where('object_key', '=', object_key)
        .where('store', '=', store)
        .limit(1)
        .executeTakeFirst();
    return Boolean(
      (await findRow('upload_file')) ??
      (await findRow('file_variant')) ??
      (await findRow('task_file')),
    );
  },

  /** Total size of a user's files. Other transactions that call this for the same user wait until this one ends. */
  async lockUsedBytes(uid: number) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${uid}`}, 12))`.execute(db);
    const { bytes } = await db
      .selectFrom('upload_file')
      .select((select) => select.fn.sum<string | null>('file_size').as('bytes'))
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow();
    return Number(bytes ?? 0);
  },
}));
