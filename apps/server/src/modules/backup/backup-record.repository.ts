import type { Insertable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Schema } from '../../db/schema.ts';

/** What is known of backups after they were made; they themselves lie elsewhere. */
export function backupRecordRepository(db: Db) {
  return {
    async insert(record: Insertable<Schema['backup']>) {
      await db.insertInto('backup').values(record).execute();
    },

    findLast: () =>
      db
        .selectFrom('backup')
        .select(['addtime', 'file_name', 'file_size', 'row_count', 'file_count'])
        .select(['fault_count', 'seconds', 'error'])
        .orderBy('backup_id', 'desc')
        .limit(1)
        .executeTakeFirst(),
  };
}
