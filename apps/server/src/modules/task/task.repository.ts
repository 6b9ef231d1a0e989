import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { Schema } from '../../db/schema.ts';

export type TaskState = Schema['task']['state']['__select__'];

interface NewTask {
  readonly uid: number;
  readonly item_id: number;
  readonly kind: string;
  readonly step: string;
  readonly request: Record<string, unknown>;
}

/** A file of a task in the store of files. */
export interface TaskFile {
  readonly store: string;
  readonly object_key: string;
  readonly file_size: number;
  readonly file_name: string;
}

/** How a step ends. */
export interface Outcome {
  readonly state: TaskState;
  readonly item_id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: string;
  /** How long it can be asked for. */
  readonly days?: number;
}

const OPEN = sql<boolean>`task.state in ('waiting', 'running')`;
/** An attempt that says nothing for so long is dead. */
const SILENT = sql<boolean>`task.beat_time < clock_timestamp() - interval '30 seconds'`;
const NOW = sql<Date>`clock_timestamp()`;

export function taskRepository(db: Db) {
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

    /** For the gate alone. */
    findOwner: (taskId: number) =>
      db
        .selectFrom('task')
        .select(['uid', 'item_id'])
        .where('task_id', '=', taskId)
        .executeTakeFirst(),

    find: (taskId: number) => rows.where('task.task_id', '=', taskId).executeTakeFirst(),

    /** How many of a person's tasks wait or run. */
    async countOpen(uid: number) {
      const { tasks } = await db
        .selectFrom('task')
        .select((select) => select.fn.countAll<number>().as('tasks'))
        .where('uid', '=', uid)
        .where(OPEN)
        .executeTakeFirstOrThrow();
      return tasks;
    },

    /** The next step waits for its turn; false when the task is not where the step begins. */
    async next(
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

    /** A new attempt; undefined when another one is at work, or none is needed. */
    async begin(taskId: number, step: string) {
      const row = await db
        .updateTable('task')
        .set({ state: 'running', attempt: sql`attempt + 1`, beat_time: NOW, done: 0, total: 0 })
        .where('task_id', '=', taskId)
        .where('step', '=', step)
        .where(sql<boolean>`(state = 'waiting' or (state = 'running' and ${SILENT}))`)
        .returning('attempt')
        .executeTakeFirst();
      return row?.attempt;
    },

    /** It lives, and is so far; false when nobody waits for this attempt any more. */
    async beat(taskId: number, attempt: number, done: number, total: number) {
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

    /** False when this attempt has been given up meanwhile: nothing of it may stay. */
    async end(taskId: number, attempt: number, { days, result, ...outcome }: Outcome) {
      const row = await db
        .updateTable('task')
        .set({
          ...outcome,
          end_time: NOW,
          ...(result && { result: sql`task.result || ${JSON.stringify(result)}::jsonb` }),
          ...(days !== undefined && { expire_time: sql`now() + make_interval(days => ${days})` }),
        })
        .where('task_id', '=', taskId)
        .where('attempt', '=', attempt)
        .where('state', '=', 'running')
        .returning('task_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Ends a step that waits or runs; false when there is nothing to end. */
    async stop(taskId: number, step: string, state: TaskState) {
      const row = await db
        .updateTable('task')
        .set({ state, end_time: NOW })
        .where('task_id', '=', taskId)
        .where('step', '=', step)
        .where(OPEN)
        .returning('task_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Steps that nobody works on any more. */
    listSilent: () =>
      db.selectFrom('task').select(['task_id', 'step']).where(OPEN).where(SILENT).execute(),

    async setFile(taskId: number, file: TaskFile) {
      await db
        .insertInto('task_file')
        .values({ task_id: taskId, ...file })
        .onConflict((conflict) => conflict.column('task_id').doUpdateSet({ ...file }))
        .execute();
    },

    async dropFile(taskId: number) {
      await db.deleteFrom('task_file').where('task_id', '=', taskId).execute();
    },

    /** Some tasks whose time is over go; answers the files they had. */
    async deleteOld(most: number) {
      const { rows: gone } = await sql<{ store: string | null; object_key: string | null }>`
        with old as (
          select task_id from task where expire_time < now() and not ${OPEN} limit ${most}
        ), file as (
          select task_id, store, object_key from task_file where task_id in (select task_id from old)
        ), dropped as (
          delete from task where task_id in (select task_id from old) returning task_id
        )
        select store, object_key from dropped left join file using (task_id)`.execute(db);
      return gone;
    },
  };
}
