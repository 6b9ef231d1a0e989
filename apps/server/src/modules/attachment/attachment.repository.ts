import { sql } from 'kysely';
import type { ItemGrant } from '../../access/grant.ts';
import type { Db } from '../../db/connect.ts';
import { visiblePages } from '../page/page.repository.ts';

interface NewFile {
  readonly file_key: string;
  readonly uid: number;
  readonly page_id: number;
  readonly display_name: string;
  readonly file_type: string;
  readonly file_size: number;
  readonly store: string;
}

export function attachmentRepository(db: Db) {
  return {
    async insert({ itemId }: ItemGrant, file: NewFile) {
      const { file_id } = await db
        .insertInto('upload_file')
        .values({ ...file, item_id: itemId })
        .returning('file_id')
        .executeTakeFirstOrThrow();
      return file_id;
    },

    /** For the door of files alone: it decides by the place of the file who may have it. */
    findByKey: (fileKey: string) =>
      db
        .selectFrom('upload_file')
        .select(['file_id', 'file_key', 'uid', 'item_id', 'page_id', 'display_name', 'file_type'])
        .where('file_key', '=', fileKey)
        .executeTakeFirst(),

    /** Newest first. */
    listOfPage: (grant: ItemGrant, pageId: number) =>
      visiblePages(db, grant)
        .innerJoin('upload_file', 'upload_file.page_id', 'page.page_id')
        .leftJoin('user', 'user.uid', 'upload_file.uid')
        .select([
          'upload_file.file_id',
          'upload_file.file_key',
          'page.item_id',
          'upload_file.display_name',
          'upload_file.file_type',
          'upload_file.file_size',
          'upload_file.visit_times',
          'upload_file.addtime',
          'user.username',
        ])
        .where('page.page_id', '=', pageId)
        .orderBy('upload_file.file_id', 'desc')
        .execute(),

    /** A file of a held page; nobody else deletes it before the transaction ends. */
    hold: (pageId: number, fileId: number) =>
      db
        .selectFrom('upload_file')
        .select(['file_id', 'file_key', 'uid'])
        .where('file_id', '=', fileId)
        .where('page_id', '=', pageId)
        .forUpdate()
        .executeTakeFirst(),

    async delete(fileId: number) {
      await db.deleteFrom('upload_file').where('file_id', '=', fileId).execute();
    },

    /** What somebody put into a page that was not saved yet becomes that page's; nobody else's does. */
    async bindToPage({ itemId }: ItemGrant, uid: number, pageId: number, keys: readonly string[]) {
      await db
        .updateTable('upload_file')
        .set({ page_id: pageId })
        .where(sql<boolean>`file_key = any(${keys}::text[])`)
        .where('item_id', '=', itemId)
        .where('uid', '=', uid)
        .where('page_id', '=', 0)
        .execute();
    },

    async countVisit(fileId: number) {
      await db
        .updateTable('upload_file')
        .set({ visit_times: sql<number>`visit_times + 1` })
        .where('file_id', '=', fileId)
        .execute();
    },
  };
}
