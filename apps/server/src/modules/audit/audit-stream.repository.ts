import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

/** Longer than a batch takes. A process that dies leaves the stream to another one after this time. */
const LEASE = sql`interval '60 seconds'`;

/** A transaction that writes to the log holds this lock until it ends. */
const WRITERS = sql`locktype = 'relation' and relation = 'audit_log'::regclass and mode = 'RowExclusiveLock'
  and database = (select oid from pg_database where datname = current_database())`;

export const auditStreamRepository = repository((db) => ({
  /** Returns the last entry that was sent; undefined while another process sends. */
  async claim(): Promise<number | undefined> {
    const { rows } = await sql<{ sent_id: number }>`
      insert into audit_stream as stream (sent_id, lease_time) values (0, now() + ${LEASE})
      on conflict (only_row) do update set lease_time = excluded.lease_time where stream.lease_time < now()
      returning sent_id`.execute(db);
    return rows[0]?.sent_id;
  },

  /** Returns false if another process has taken over. */
  async advance(from: number, to: number): Promise<boolean> {
    const { rows } = await sql`
      update audit_stream set sent_id = ${to}, sent_time = now(), lease_time = now() + ${LEASE}
      where sent_id = ${from} returning sent_id`.execute(db);
    return rows.length > 0;
  },

  /** `error` is empty after a successful run. */
  async release(error: string) {
    await sql`
      update audit_stream set lease_time = now(), error = ${error},
        error_time = case when ${error} = '' then null else now() end`.execute(db);
  },

  /**
   * The newest entry, and the transactions that were writing then. An id is given out before the commit: once these
   * transactions have ended, no entry with this id or a lower one can appear any more.
   */
  async findNewest(): Promise<{ newest: number; writers: readonly string[] }> {
    const { rows } = await sql<{ newest: number | null }>`
      select max(audit_id) as newest from audit_log`.execute(db);
    // A statement of its own, because it must see the locks as they are after the first one.
    const locks = await sql<{ writer: string }>`
      select virtualtransaction as writer from pg_locks where ${WRITERS}`.execute(db);
    return { newest: rows[0]?.newest ?? 0, writers: locks.rows.map(({ writer }) => writer) };
  },

  async areWriting(writers: readonly string[]): Promise<boolean> {
    const { rows } = await sql`
      select from pg_locks where ${WRITERS} and virtualtransaction = any(${writers}) limit 1`.execute(
      db,
    );
    return rows.length > 0;
  },

  /** For the diagnostics: the state of the stream, and the number of entries that wait, at most `count`. */
  async findState(count: number) {
    const { rows } = await sql<{
      sent_time: Date | null;
      error: string;
      waiting: number;
    }>`
      select sent_time, coalesce(error, '') as error, (
        select count(*) from (
          select from audit_log where audit_id > coalesce(sent_id, 0) limit ${count}
        ) as entries
      ) as waiting
      from (select) as one left join audit_stream on true`.execute(db);
    return rows[0];
  },
}));
