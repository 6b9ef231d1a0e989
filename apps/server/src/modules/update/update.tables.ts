import type { UpdateError } from '@octavo/contract/admin-update.entities';
import type { Generated } from 'kysely';

export interface UpdateTables {
  /** The releases that have served this site. */
  release_run: {
    release_run_id: Generated<number>;
    version: string;
    /** When the release was requested. */
    addtime: Generated<Date>;
    /** The administrator who requested it; empty if an operator installed it. */
    username: Generated<string>;
    /** When its first process served; null if none has. */
    ready_time: Date | null;
  };

  /** The last check of the update feed; the table has one row at most. */
  update_check: {
    addtime: Date;
    /** Empty if there was no newer release. */
    new_version: string;
    fault: UpdateError;
  };
}
