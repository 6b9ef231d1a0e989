import type { Generated } from 'kysely';

export interface BackupTables {
  /** The backups that were made or have failed; the archives are not stored in the database. */
  backup: {
    backup_id: Generated<number>;
    addtime: Generated<Date>;
    file_name: string;
    /** In bytes. */
    file_size: number;
    /** The number of rows in the archive. */
    row_count: number;
    file_count: number;
    /** The number of files whose objects were missing or had other bytes. */
    fault_count: number;
    /** How long the backup took. */
    seconds: number;
    /** Why the backup failed; empty if it was made. */
    error: Generated<string>;
  };
}
