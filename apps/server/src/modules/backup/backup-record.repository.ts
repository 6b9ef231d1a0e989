import type { Insertable } from 'kysely';
import { repository } from '../../db/repository.ts';
import type { Schema } from '../../db/schema.ts';

/** Records of the backups that were made. The archives themselves are not stored in the database. */
export const backupRecordRepository = repository((db) => ({
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
}));
