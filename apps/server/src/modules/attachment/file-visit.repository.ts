import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

export const fileVisitRepository = repository((db) => ({
  /** Adds counted visits and bytes. The advisory lock admits one process at a time, which prevents deadlocks. */
  async add(visits: ReadonlyMap<number, number>, bytes: ReadonlyMap<number, number>) {
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('file visits', 12))`.execute(trx);
      await sql`
          update upload_file set visit_times = visit_times + counted.times
          from unnest(${[...visits.keys()]}::bigint[], ${[...visits.values()]}::bigint[])
            as counted (file_id, times)
          where upload_file.file_id = counted.file_id`.execute(trx);
      await sql`
          insert into file_traffic (uid, month, bytes)
          select uid, date_trunc('month', now() at time zone 'UTC')::date, counted.bytes
          from unnest(${[...bytes.keys()]}::bigint[], ${[...bytes.values()]}::bigint[])
            as counted (uid, bytes) join "user" using (uid)
          on conflict (uid, month) do update
            set bytes = file_traffic.bytes + excluded.bytes`.execute(trx);
    });
  },
}));
