import type { UpdateError } from '@octavo/contract/admin-update.entities';
import type { Generated } from 'kysely';

export interface UpdateTables {
  release_run: {
    release_run_id: Generated<number>;
    version: string;
    addtime: Generated<Date>;
    username: Generated<string>;
    ready_time: Date | null;
  };

  update_check: {
    addtime: Date;
    new_version: string;
    fault: UpdateError;
  };
}
