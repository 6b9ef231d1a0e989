import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

export interface Visit {
  readonly changes_since: Date;
  readonly is_first: boolean;
}

export const userVisitRepository = repository((db) => {
  const visit = (uid: number) =>
    db.selectFrom('user_visit').select(['changes_since', 'is_first']).where('uid', '=', uid);
  return {
    find: (uid: number): Promise<Visit | undefined> => visit(uid).executeTakeFirst(),

    /** The visit if it was noted within the last minutes. */
    findPresent: (uid: number): Promise<Visit | undefined> =>
      visit(uid)
        .where(sql<boolean>`last_seen_time > now() - interval '5 minutes'`)
        .executeTakeFirst(),

    /** Continues the visit, or begins one after an absence of more than 30 minutes. */
    async touch(uid: number): Promise<Visit> {
      const isNew = sql<boolean>`own.last_seen_time < now() - interval '30 minutes'`;
      const { rows } = await sql<Visit>`
        insert into user_visit as own (uid) values (${uid})
        on conflict (uid) do update set
          changes_since = case when ${isNew} then own.last_seen_time else own.changes_since end,
          is_first = own.is_first and not ${isNew},
          last_seen_time = now()
        returning changes_since, is_first`.execute(db);
      const [row] = rows;
      if (!row) throw new Error('the visit was not stored');
      return row;
    },

    async markSeen(uid: number, until: Date) {
      await sql`
        update user_visit set changes_since = greatest(changes_since, least(${until}::timestamptz, now()))
        where uid = ${uid}`.execute(db);
    },
  };
});
