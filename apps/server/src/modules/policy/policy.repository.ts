import { ADMIN_GROUP, AUDITOR_GROUP } from '@octavo/contract/user-group';
import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import { isOlderThan } from '../../db/retention.ts';
import { notExpired } from '../account/device.repository.ts';
import type { SessionPolicy } from '../account/device.repository.ts';

/** Counts for the preview of a change. Counts of data stop at `limit`. */
export const policyRepository = repository((db) => {
  async function count(rows: ReturnType<typeof sql>): Promise<number> {
    const result = await sql<{ count: number }>`
      select count(*)::int as count from (${rows}) counted`.execute(db);
    return result.rows[0]?.count ?? 0;
  }
  return {
    /** The open sessions that end with the new policy, and the users whose sessions these are. */
    async countEndingSessions(now: SessionPolicy, next: SessionPolicy, deviceId: number) {
      const { rows } = await sql<{ sessions: number; users: number; own: boolean }>`
        select (count(*) filter (where device_id <> ${deviceId}))::int as sessions,
          (count(distinct uid) filter (where device_id <> ${deviceId}))::int as users,
          coalesce(bool_or(device_id = ${deviceId}), false) as own
        from device where ${notExpired(now)} and not (${notExpired(next)})`.execute(db);
      return rows[0] ?? { sessions: 0, users: 0, own: false };
    },

    /**
     * The last addresses of open sessions other than that of the caller, and their users; with `isStaff` only
     * administrators and auditors.
     */
    async listAddresses(policy: SessionPolicy, isStaff: boolean, deviceId: number) {
      const { rows } = await sql<{ address: string; users: number[] }>`
        select address, json_agg(distinct uid) as users
        from device join "user" using (uid)
        where ${notExpired(policy)} and disabled_time is null and device_id <> ${deviceId}
          and (not ${isStaff} or groupid in (${ADMIN_GROUP}, ${AUDITOR_GROUP}))
        group by address`.execute(db);
      return rows;
    },

    countAuditEntries: (days: number, limit: number) =>
      count(sql`select from audit_log where ${isOlderThan(sql`addtime`, days)} limit ${limit}`),

    /** Deleted pages of items that exist. */
    countRecycledPages: (days: number, limit: number) =>
      count(sql`
        select from page join item using (item_id)
        where ${isOlderThan(sql`page.del_time`, days)} and item.del_time is null limit ${limit}`),

    countRecycledItems: (days: number, limit: number) =>
      count(sql`select from item where ${isOlderThan(sql`del_time`, days)} limit ${limit}`),
  };
});
