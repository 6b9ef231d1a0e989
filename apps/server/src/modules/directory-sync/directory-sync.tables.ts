import type { RunError } from '@octavo/contract/admin-directory.entities';
import type { Generated } from 'kysely';

export interface DirectorySyncTables {
  /** Groups of the directory and SCIM groups, with the team and the role of their members. */
  directory_mapping: {
    mapping_id: Generated<number>;
    /** Null for a SCIM group. */
    group_dn: string | null;
    /** Null for a group of the directory. */
    scim_group_id: string | null;
    /** Null: no team. */
    team_id: number | null;
    groupid: number;
    /** The members in the last sync; null before the first one and if the directory has no such group. */
    people: number | null;
  };

  /** Syncs with the directory, and previews of one. Only one at a time is queued or running. */
  directory_run: {
    run_id: Generated<number>;
    kind: 'sync' | 'preview';
    state: Generated<'queued' | 'running' | 'done' | 'stopped' | 'failed'>;
    /** The administrator who started it; null for the schedule. */
    uid: number | null;
    /** The number of accounts that an administrator has allowed this run to disable; null: up to a share of them. */
    max_disabled: number | null;
    addtime: Generated<Date>;
    /** The last sign of life of the process that runs it. */
    beat_time: Generated<Date>;
    end_time: Date | null;
    error: Generated<RunError>;
    error_detail: Generated<string>;
    counts: Generated<unknown>;
    report: Generated<unknown>;
  };
}
