import type { Generated } from 'kysely';

export interface TaskTables {
  /** Work that outlasts a request, such as an import or an export; its steps are jobs. */
  task: {
    task_id: Generated<number>;
    uid: number;
    /** 0 as long as the task has no item. Not a reference: the row outlives the item. */
    item_id: Generated<number>;
    /** `import`, `export` or `user-import`. */
    kind: string;
    /** The step that is waiting, running or has ended. */
    step: string;
    state: Generated<'waiting' | 'running' | 'planned' | 'done' | 'failed' | 'undone' | 'stopped'>;
    /** Only the newest attempt may end a step; an older one that revives writes nothing. */
    attempt: Generated<number>;
    /** The last heartbeat of the running attempt. */
    beat_time: Generated<Date>;
    /** The progress within `total`; both are 0 before the step has counted its work. */
    done: Generated<number>;
    total: Generated<number>;
    /** The input of the task. */
    request: Generated<Record<string, unknown>>;
    result: Generated<Record<string, unknown>>;
    /** The name of the error that ended the task; empty if there was none. */
    error: Generated<string>;
    addtime: Generated<Date>;
    /** Null until the task has ended. */
    end_time: Date | null;
    /** When the row and its file are deleted. */
    expire_time: Generated<Date>;
  };

  /** The file that was sent for a task, or the one that it has made. */
  task_file: {
    task_id: number;
    /** The name of the store: `local` or `s3`. */
    store: string;
    /** The SHA-256 of the bytes. */
    object_key: string;
    /** In bytes. */
    file_size: number;
    file_name: string;
  };
}
