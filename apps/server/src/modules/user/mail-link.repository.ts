import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

type LinkPurpose = 'verify' | 'reset';

interface NewLink {
  readonly uid: number;
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly token_hash: Buffer;
  readonly minutes: number;
}

export const mailLinkRepository = repository((db) => ({
  async insert({ minutes, ...link }: NewLink) {
    await db
      .insertInto('mail_link')
      .values({ ...link, expire_time: sql`now() + make_interval(mins => ${minutes})` })
      .execute();
  },

  /** The number of links sent within the past hour, including used ones. */
  async countLastHour(uid: number, purpose: LinkPurpose) {
    const row = await db
      .selectFrom('mail_link')
      .select(sql<number>`count(*)`.as('links'))
      .where('uid', '=', uid)
      .where('purpose', '=', purpose)
      .where(sql<boolean>`addtime > now() - interval '1 hour'`)
      .executeTakeFirstOrThrow();
    return row.links;
  },

  /** Invalidates older links; their rows stay for the hourly count. */
  async expire(uid: number, purpose: LinkPurpose) {
    await db
      .updateTable('mail_link')
      .set({ expire_time: sql`clock_timestamp()` })
      .where('uid', '=', uid)
      .where('purpose', '=', purpose)
      .where(sql<boolean>`expire_time > clock_timestamp()`)
      .execute();
  },

  /**
   * Marks a link as used; only one of two concurrent requests succeeds. Uses `clock_timestamp()` instead of `now()`: the
   * successful transaction may have started after the one that waited for it.
   */
  consume: (uid: number, purpose: LinkPurpose, tokenHash: Buffer) =>
    db
      .updateTable('mail_link')
      .set({ expire_time: sql`clock_timestamp()` })
      .where('uid', '=', uid)
      .where('purpose', '=', purpose)
      .where('token_hash', '=', tokenHash)
      .where(sql<boolean>`expire_time > clock_timestamp()`)
      .returning('email')
      .executeTakeFirst(),

  async deleteUnsent(tokenHash: Buffer) {
    await db.deleteFrom('mail_link').where('token_hash', '=', tokenHash).execute();
  },

  async deleteOld() {
    await db
      .deleteFrom('mail_link')
      .where(sql<boolean>`expire_time < now() - interval '1 day'`)
      .execute();
  },
}));
