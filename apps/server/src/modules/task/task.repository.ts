import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import type { Schema } from '../../db/schema.ts';

export type TaskState = Schema['task']['state']['__select__'];

interface NewTask {
  readonly uid: number;
  readonly item_id: number;
  readonly kind: string;
  readonly step: string;
  readonly request: Record<string, unknown>;
}

/** The stored file of a task. */
export interface TaskFile {
  readonly store: string;
  readonly object_key: string;
  readonly file_size: number;
  readonly file_name: string;
}

/** Result of a step. */
export interface StepOutcome {
  readonly state: TaskState;
  readonly item_id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: string;
  /** Days until the task expires. */
  readonly retentionDays?: number;
}

const IS_ACTIVE = sql<boolean>`task.state in ('waiting', 'running')`;
/** An attempt without a heartbeat for this long is considered dead. */
const IS_STALE = sql<boolean>`task.beat_time < clock_timestamp() - interval '30 seconds'`;
const NOW = sql<Date>`clock_timestamp()`;

export const taskRepository = repository((db) => {
  const rows = db
    .selectFrom('task')
    .leftJoin('task_file', 'task_file.task_id', 'task.task_id')
    .select([
      'task.task_id',
      'task.uid',
      'task.item_id',
      'task.kind',
      'task.step',
      'task.state',
      'task.attempt',
      'task.done',
      'task.total',
      'task.request',
      'task.result',
      'task.error',
      'task.addtime',
      'task.end_time',
      'task_file.store',
      'task_file.object_key',
      'task_file.file_size',
      'task_file.file_name',
    ]);
  return {
    async insert(task: NewTask) {
      const { task_id } = await db
        .insertInto('task')
        .values(task)
        .returning('task_id')
        .executeTakeFirstOrThrow();
      return task_id;
    },

    /** Only for authorization. */
    findOwner: (taskId: number) =>
      db
        .selectFrom('task')
        .select(['uid', 'item_id'])
        .where('task_id', '=', taskId)
        .executeTakeFirst(),

    find: (taskId: number) => rows.where('task.task_id', '=', taskId).executeTakeFirst(),

    /** The newest task of a kind that a user has started. */
    findLatest: (uid: number, kind: string) =>
      rows
        .where('task.uid', '=', uid)
        .where('task.kind', '=', kind)
        .orderBy('task.task_id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Number of waiting and running tasks of a user. */
    async countActive(uid: number) {
      const { tasks } = await db
        .selectFrom('task')
        .select((select) => select.fn.countAll<number>().as('tasks'))
        .where('uid', '=', uid)
        .where(IS_ACTIVE)
        .executeTakeFirstOrThrow();
      return tasks;
    },

    /** Sets the next step to waiting. False if the task is not in the expected state. */
    async queueStep(
      taskId: number,
      from: TaskState,
      step: string,
      request: Readonly<Record<string, unknown>> = {},
    ) {
      const row = await db
        .updateTable('task')
        .set({
          step,
          state: 'waiting',
          attempt: 0,
          done: 0,
          total: 0,
          error: '',
          beat_time: NOW,
          end_time: null,
          request: sql`request || ${JSON.stringify(request)}::jsonb`,
        })
        .where('task_id', '=', taskId)
        .where('state', '=', from)
        .returning('task_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Starts a new attempt. Undefined if another attempt is active or the step has ended. */
    async beginAttempt(taskId: number, step: string) {
      const row = await db
        .updateTable('task')
        .set({ state: 'running', attempt: sql`attempt + 1`, beat_time: NOW, done: 0, total: 0 })
        .where('task_id', '=', taskId)
        .where('step', '=', step)
        .where(sql<boolean>`(state = 'waiting' or (state = 'running' and ${IS_STALE}))`)
        .returning('attempt')
        .executeTakeFirst();
      return row?.attempt;
    },

    /** Writes heartbeat and progress. False if the attempt is no longer active. */
    async heartbeat(taskId: number, attempt: number, done: number, total: number) {
      const row = await db
        .updateTable('task')
        .set({ done, total, beat_time: NOW })
        .where('task_id', '=', taskId)
        .where('attempt', '=', attempt)
        .where('state', '=', 'running')
        .returning('task_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** False if the attempt is no longer active; the caller must then roll back. */
    async endAttempt(
      taskId: number,
      attempt: number,
      { retentionDays, result, ...outcome }: StepOutcome,
    ) {
      const row = await db
        .updateTable('task')
        .set({
          ...outcome,
          end_time: NOW,
          ...(result && { result: sql`task.result || ${JSON.stringify(result)}::jsonb` }),
          ...(retentionDays !== undefined && {
            expire_time: sql`now() + make_interval(days => ${retentionDays})`,
          }),
        })
        .where('task_id', '=', taskId)
        .where('attempt', '=', attempt)
        .where('state', '=', 'running')
        .returning('task_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Stops a waiting or running step. False if there is none. */
    async stopStep(taskId: number, step: string, state: TaskState) {
      const row = await db
        .updateTable('task')
        .set({ state, end_time: NOW })
        .where('task_id', '=', taskId)
        .where('step', '=', step)
        .where(IS_ACTIVE)
        .returning('task_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Waiting and running steps without a recent heartbeat. */
    listStale: () =>
      db.selectFrom('task').select(['task_id', 'step']).where(IS_ACTIVE).where(IS_STALE).execute(),

    async setFile(taskId: number, file: TaskFile) {
      await db
        .insertInto('task_file')
        .values({ task_id: taskId, ...file })
        .onConflict((conflict) => conflict.column('task_id').doUpdateSet({ ...file }))
        .execute();
    },

    async deleteFile(taskId: number) {
      await db.deleteFrom('task_file').where('task_id', '=', taskId).execute();
    },

    /** Deletes a batch of expired tasks and returns their files. */
    async deleteExpired(limit: number) {
      const { rows: deleted } = await sql<{ store: string | null; object_key: string | null }>`
        with old as (
          select task_id from task where expire_time < now() and not ${IS_ACTIVE} limit ${limit}
        ), file as (
          select task_id, store, object_key from task_file where task_id in (select task_id from old)
        ), dropped as (
          delete from task where task_id in (select task_id from old) returning task_id
        )
        select store, object_key from dropped left join file using (task_id)`.execute(db);
      return deleted;
    },
  };
});
