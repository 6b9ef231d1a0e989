import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

export interface NewAuditEntry {
  readonly action: string;
  readonly uid: number;
  readonly username: string;
  readonly item_id: number | null;
  readonly page_id: number | null;
  readonly team_id: number | null;
  /** The person it was done to. */
  readonly subject_uid: number | null;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly address: string;
  readonly user_agent: string;
}

interface AuditFilter {
  readonly item_id: number | undefined;
  readonly action: string;
  readonly keyword: string;
  readonly days: number;
  readonly before: number | undefined;
  readonly count: number;
}

/** What was typed is text, not a pattern. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

export function auditRepository(db: Db) {
  function matching({ item_id, action, keyword, days, before }: AuditFilter) {
    const like = containing(keyword);
    return db
      .selectFrom('audit_log')
      .where(sql<boolean>`addtime > now() - make_interval(days => ${days})`)
      .$if(item_id !== undefined, (query) => query.where('item_id', '=', item_id as number))
      .$if(before !== undefined, (query) => query.where('audit_id', '<', before as number))
      .$if(action !== '', (query) =>
        query.where((where) =>
          where.or([where('action', '=', action), where('action', 'like', `${action}.%`)]),
        ),
      )
      .$if(keyword !== '', (query) =>
        query.where((where) =>
          where.or([
            where('username', 'ilike', like),
            where('subject', 'ilike', like),
            where('item_name', 'ilike', like),
            where('address', 'like', like),
          ]),
        ),
      );
  }

  return {
    /** Names are looked up here, so that an entry costs one statement. */
    async insert(entry: NewAuditEntry) {
      await sql`
        insert into audit_log (action, uid, username, item_id, item_name, page_id, page_title,
          team_id, team_name, subject, facts, address, user_agent)
        values (${entry.action}, ${entry.uid}, ${entry.username},
          ${entry.item_id}, coalesce((select item_name from item where item_id = ${entry.item_id}), ''),
          ${entry.page_id}, coalesce((select page_title from page where page_id = ${entry.page_id}), ''),
          ${entry.team_id}, coalesce((select team_name from team where id = ${entry.team_id}), ''),
          coalesce((select username from "user" where uid = ${entry.subject_uid}), ''),
          ${JSON.stringify(entry.facts)}::jsonb, ${entry.address}, ${entry.user_agent})`.execute(
        db,
      );
    },

    list(filter: AuditFilter) {
      return matching(filter)
        .select(['audit_id', 'addtime', 'action', 'username', 'item_id', 'item_name'])
        .select(['page_title', 'team_name', 'subject', 'facts', 'address', 'user_agent'])
        .orderBy('audit_id', 'desc')
        .limit(filter.count)
        .execute();
    },

    /** As many as match, and no more than `count`. */
    async count(filter: AuditFilter): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total
        from (${matching(filter).select('audit_id').limit(filter.count)}) as found`.execute(db);
      return rows[0]?.total ?? 0;
    },

    async purge() {
      await sql`select audit_log_purge()`.execute(db);
    },
  };
}
