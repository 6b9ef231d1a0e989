import type { RunCounts, RunError, RunReport } from '@octavo/contract/admin-directory.entities';
import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

export interface NewRun {
  readonly kind: 'sync' | 'preview';
  readonly uid: number | null;
  readonly max_disabled: number | null;
}

export interface RunResult {
  readonly state: 'done' | 'stopped' | 'failed';
  readonly error?: RunError;
  readonly error_detail?: string;
  readonly counts?: RunCounts;
  readonly report?: RunReport;
}

interface RunRow {
  readonly run_id: number;
  readonly kind: 'sync' | 'preview';
  readonly state: 'queued' | 'running' | 'done' | 'stopped' | 'failed';
  readonly started_by: string;
  readonly addtime: Date;
  readonly milliseconds: number | null;
  readonly error: RunError;
  readonly error_detail: string;
  readonly counts: RunCounts;
  readonly report: RunReport;
}

/** A queued run waits for a worker, a running one reports at least once a minute. */
const DEAD = sql`(state = 'queued' and beat_time < now() - interval '10 minutes'
  or state = 'running' and beat_time < now() - interval '2 minutes')`;

const NO_COUNTS: RunCounts = {
  people: 0,
  groups: 0,
  created: 0,
  changed: 0,
  enabled: 0,
  gone: 0,
  disabled: 0,
  roles: 0,
  joined: 0,
  left: 0,
  left_out: 0,
  known: 0,
};
const NO_REPORT: RunReport = {
  created: [],
  changed: [],
  gone: [],
  enabled: [],
  roles: [],
  left_out: [],
};

const toRun = (row: RunRow): RunRow => ({
  ...row,
  counts: { ...NO_COUNTS, ...row.counts },
  report: { ...NO_REPORT, ...row.report },
});

export const directoryRunRepository = repository((db) => {
  async function list(where: ReturnType<typeof sql>, count: number): Promise<RunRow[]> {
    const { rows } = await sql<RunRow>`
        select run_id, kind, state, coalesce(username, '') as started_by, addtime, error, error_detail,
          counts, report,
          (extract(epoch from end_time - directory_run.addtime) * 1000)::int as milliseconds
        from directory_run left join "user" on "user".uid = directory_run.uid
        where ${where} order by run_id desc limit ${count}`.execute(db);
    return rows.map(toRun);
  }
  return {
    /** Undefined if another run is queued or running. */
    async insert(run: NewRun) {
      const row = await db
        .insertInto('directory_run')
        .values(run)
        .onConflict((conflict) => conflict.doNothing())
        .returning('run_id')
        .executeTakeFirst();
      return row?.run_id;
    },

    /** Only the first process that starts the run gets it. */
    async begin(runId: number) {
      return db
        .updateTable('directory_run')
        .set({ state: 'running', beat_time: sql`now()` })
        .where('run_id', '=', runId)
        .where('state', '=', 'queued')
        .returning(['run_id', 'kind', 'max_disabled'])
        .executeTakeFirst();
    },

    /** False if the run was given up meanwhile. Locks it, so that this does not happen in the same transaction. */
    async beat(runId: number) {
      const row = await db
        .updateTable('directory_run')
        .set({ beat_time: sql`now()` })
        .where('run_id', '=', runId)
        .where('state', '=', 'running')
        .returning('run_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** False if the run was given up meanwhile. */
    async end(runId: number, { counts = NO_COUNTS, report = NO_REPORT, ...result }: RunResult) {
      const row = await db
        .updateTable('directory_run')
        .set({
          ...result,
          end_time: sql`clock_timestamp()`,
          counts: JSON.stringify(counts),
          report: JSON.stringify(report),
        })
        .where('run_id', '=', runId)
        .where('state', '=', 'running')
        .returning('run_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Ends runs whose process has stopped; true if there was one. */
    async endDead() {
      const rows = await db
        .updateTable('directory_run')
        .set({ state: 'failed', error: 'interrupted', end_time: sql`now()` })
        .where(sql<boolean>`state in ('queued', 'running') and ${DEAD}`)
        .returning('kind')
        .execute();
      return rows.some(({ kind }) => kind === 'sync');
    },

    async find(runId: number) {
      const [run] = await list(sql`run_id = ${runId}`, 1);
      return run;
    },

    async findLastSync() {
      const [run] = await list(sql`kind = 'sync' and state not in ('queued', 'running')`, 1);
      return run;
    },

    listSyncs: (count: number) => list(sql`kind = 'sync'`, count),

    async findActive() {
      const row = await db
        .selectFrom('directory_run')
        .select('run_id')
        .where(sql<boolean>`state in ('queued', 'running')`)
        .executeTakeFirst();
      return row?.run_id ?? 0;
    },

    /** When the last sync was started, by the schedule or an administrator. */
    async findLastStart() {
      const row = await db
        .selectFrom('directory_run')
        .select('addtime')
        .where('kind', '=', 'sync')
        .orderBy('run_id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.addtime;
    },

    async deleteOld() {
      await sql`delete from directory_run where addtime < now() - interval '90 days'
          or (kind = 'preview' and addtime < now() - interval '1 day'
            and state not in ('queued', 'running'))`.execute(db);
    },
  };
});
