import type { RejectionReason } from '@octavo/contract/admin-scim.entities';
import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

/** Identity providers repeat refused requests, so a rejection without a repetition is history, and its permission ends. */
export const IS_CURRENT_REJECTION = sql`scim_rejection.addtime > now() - interval '30 days'`;

/** One row for each account and reason, so their number is limited by that of the accounts. */
export const scimRejectionRepository = repository((db) => ({
  async record(uid: number, reason: RejectionReason, userName: string) {
    await sql`
      insert into scim_rejection (uid, reason, user_name) values (${uid}, ${reason}, ${userName})
      on conflict (uid, reason) do update set user_name = excluded.user_name, addtime = now(),
        is_allowed = scim_rejection.is_allowed and scim_rejection.user_name = excluded.user_name
          and ${IS_CURRENT_REJECTION}`.execute(db);
  },

  /** A request links or changes the account now. */
  async settle(uid: number) {
    await db.deleteFrom('scim_rejection').where('uid', '=', uid).execute();
  },

  /** Undefined if there is no such rejection. */
  async allow(uid: number, reason: RejectionReason, isAllowed: boolean) {
    const { rows } = await sql<{ user_name: string; was: boolean }>`
      update scim_rejection set is_allowed = ${isAllowed} from scim_rejection as old
      where scim_rejection.uid = ${uid} and scim_rejection.reason = ${reason} and ${IS_CURRENT_REJECTION}
        and old.uid = scim_rejection.uid and old.reason = scim_rejection.reason
      returning scim_rejection.user_name, old.is_allowed as was`.execute(db);
    return rows[0];
  },

  async list(count: number) {
    return db
      .selectFrom('scim_rejection')
      .innerJoin('user', 'user.uid', 'scim_rejection.uid')
      .select(['scim_rejection.uid', 'username', 'reason', 'user_name', 'is_allowed', 'addtime'])
      .where(sql<boolean>`${IS_CURRENT_REJECTION}`)
      .orderBy('addtime', 'desc')
      .orderBy('scim_rejection.uid')
      .limit(count)
      .execute();
  },
}));
