import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

interface DeadJobRow {
  readonly job_id: string;
  readonly job_name: string;
  readonly subject: string;
  readonly reason: string;
  readonly tries: number;
  readonly addtime: Date;
  readonly last_time: Date;
}

/** Information for administrators about the database and its jobs. */
export const systemRepository = repository((db) => ({
  async loadDatabaseInfo() {
    const { rows } = await sql<{
      version: string;
      bytes: number;
      connections: number;
      most_connections: number;
    }>`
        select split_part(current_setting('server_version'), ' ', 1) as version,
          pg_database_size(current_database())::float8 as bytes,
          (select count(*)::int from pg_stat_activity where backend_type = 'client backend')
            as connections,
          current_setting('max_connections')::int as most_connections`.execute(db);
    return rows[0];
  },

  async findMigration(): Promise<string> {
    const { rows } = await sql<{ name: string }>`
        select name from migration order by name desc limit 1`.execute(db);
    return rows[0]?.name ?? '';
  },

  /** Above 10 000 the number of pages is the estimate of the planner, because counting a million takes too long. */
  async loadCounts() {
    const { rows } = await sql<{
      user_count: number;
      item_count: number;
      page_count: number;
      editor_count: number;
    }>`
        select
          (select coalesce(sum(number), 0)::float8 from row_tally where kind = 'user') as user_count,
          (select coalesce(sum(number), 0)::float8 from row_tally where kind = 'item') as item_count,
          (
            select case when reltuples < 10000 then (select count(*) from page) else reltuples end
            from pg_class where oid = 'page'::regclass
          )::float8 as page_count,
          (select count(*)::int from page_lock where expire_time > now()) as editor_count`.execute(
      db,
    );
    return rows[0];
  },

  /** The number of pages that are not in the search index yet, counted up to 1000. */
  async countUnindexed(): Promise<number> {
    const { rows } = await sql<{ pages: number }>`
        select count(*)::int as pages
        from (
          select from page_search where grams is null or grams_version is distinct from version
          limit 1000
        ) late`.execute(db);
    return rows[0]?.pages ?? 0;
  },

  async countJobs() {
    const { rows } = await sql<{ waiting: number; active: number; dead: number }>`
        select count(*) filter (where state in ('created', 'retry'))::int as waiting,
          count(*) filter (where state = 'active')::int as active,
          count(*) filter (where state = 'failed')::int as dead
        from pgboss.job where state in ('created', 'retry', 'active', 'failed')`.execute(db);
    return rows[0] ?? { waiting: 0, active: 0, dead: 0 };
  },

  /** Of the payload only the name of the user or object is returned; encrypted addresses are not decrypted. */
  async listDeadJobs(limit: number): Promise<DeadJobRow[]> {
    const { rows } = await sql<DeadJobRow>`
        select id as job_id, name as job_name, retry_count + 1 as tries, created_on as addtime,
          coalesce(completed_on, created_on) as last_time,
          left(coalesce(output ->> 'message', ''), 2000) as reason,
          coalesce(
            (select username from "user" where uid = (data ->> 'uid')::bigint),
            (select display_name from upload_file where file_id = (data ->> 'file_id')::bigint),
            (
              select item_name from task join item using (item_id)
              where task_id = (data ->> 'task_id')::bigint
            ),
            ''
          ) as subject
        from pgboss.job where state = 'failed'
        order by completed_on desc nulls last limit ${limit}`.execute(db);
    return rows;
  },

  /** Allows one more retry than before. */
  async retryJobs(ids: readonly string[]): Promise<number> {
    const { numAffectedRows } = await sql`
        update pgboss.job
        set state = 'retry', retry_limit = retry_limit + 1, completed_on = null, start_after = now()
        where id = any(${ids}::uuid[]) and state = 'failed'`.execute(db);
    return Number(numAffectedRows ?? 0);
  },

  async discardJobs(ids: readonly string[]): Promise<number> {
    const { numAffectedRows } = await sql`
        delete from pgboss.job where id = any(${ids}::uuid[]) and state = 'failed'`.execute(db);
    return Number(numAffectedRows ?? 0);
  },
}));
