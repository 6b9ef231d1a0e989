import type { Generated } from 'kysely';

export interface TaskTables {
  task: {
    task_id: Generated<number>;
    uid: number;
    item_id: Generated<number>;
    kind: string;
    step: string;
    state: Generated<'waiting' | 'running' | 'planned' | 'done' | 'failed' | 'undone' | 'stopped'>;
    attempt: Generated<number>;
    beat_time: Generated<Date>;
    done: Generated<number>;
    total: Generated<number>;
    request: Generated<Record<string, unknown>>;
    result: Generated<Record<string, unknown>>;
    error: Generated<string>;
    addtime: Generated<Date>;
    end_time: Date | null;
    expire_time: Generated<Date>;
  };

  task_file: {
    task_id: number;
    store: string;
    object_key: string;
    file_size: number;
    file_name: string;
  };
}
