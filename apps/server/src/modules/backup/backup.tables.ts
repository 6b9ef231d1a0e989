import type { Generated } from 'kysely';

export interface BackupTables {
  backup: {
    backup_id: Generated<number>;
    addtime: Generated<Date>;
    file_name: string;
    file_size: number;
    row_count: number;
    file_count: number;
    fault_count: number;
    seconds: number;
    error: Generated<string>;
  };
}
