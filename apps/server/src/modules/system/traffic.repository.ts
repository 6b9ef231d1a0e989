import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import type { ResponseTimes, TrafficRow } from './traffic-row.ts';

interface NewTraffic {
  readonly requests: number;
  readonly errors: number;
  readonly answer_times: ResponseTimes;
}

export const trafficRepository = repository((db) => ({
  /** Also deletes rows that are older than a day, in the same statement. */
  async insert({ requests, errors, answer_times }: NewTraffic) {
    await sql`
        with gone as (delete from traffic where addtime < now() - interval '1 day')
        insert into traffic (requests, errors, answer_times, editors)
        select ${requests}, ${errors}, ${JSON.stringify(answer_times)}::jsonb, count(*)
        from page_lock where expire_time > now()`.execute(db);
  },

  /** Rows of the last `spans` intervals of `minutes` each. */
  async list(spans: number, minutes: number): Promise<TrafficRow[]> {
    const { rows } = await sql<TrafficRow>`
        select floor(extract(epoch from now() - addtime) / 60 / ${minutes})::int as span,
          floor(extract(epoch from addtime) / 60)::int as minute,
          requests, editors, answer_times
        from traffic where addtime > now() - make_interval(mins => ${spans * minutes})`.execute(db);
    return rows;
  },

  /** Errors of each of the last `hours`, oldest first; null if nothing was measured. */
  async listErrors(hours: number): Promise<(number | null)[]> {
    const { rows } = await sql<{ errors: number | null }>`
        select sum(errors)::int as errors
        from generate_series(${hours}::int, 1, -1) hour
          left join traffic on addtime > now() - make_interval(hours => hour)
            and addtime <= now() - make_interval(hours => hour - 1)
        group by hour order by hour desc`.execute(db);
    return rows.map(({ errors }) => errors);
  },
}));
