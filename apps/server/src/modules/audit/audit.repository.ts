import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { repository } from '../../db/repository.ts';
import { auditWordsRepository, SEARCH_TEXT } from './audit-words.repository.ts';

export interface NewAuditEntry {
  readonly action: string;
  /** Null for the command line and for unauthenticated requests. */
  readonly uid: number | null;
  readonly username: string;
  readonly item_id: number | null;
  readonly page_id: number | null;
  readonly team_id: number | null;
  /** The user affected by the action. */
  readonly subject_uid: number | null;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly address: string;
  readonly user_agent: string;
}

type AuditActor = Pick<NewAuditEntry, 'uid' | 'username' | 'address' | 'user_agent'>;

const NO_ACTOR: AuditActor = { uid: null, username: '', address: '', user_agent: '' };

/** One of several entries about users or teams. */
export interface AuditListEntry extends Pick<NewAuditEntry, 'action' | 'facts'> {
  readonly subject_uid?: number | null;
  /** The username, if the account is not known by its id. */
  readonly subject?: string;
  readonly team_id?: number | null;
}

interface AuditFilter {
  readonly item_id: number | undefined;
  readonly action: string;
  readonly keyword: string;
  readonly days: number;
  readonly before: number | undefined;
  readonly count: number;
}

function conditions({ item_id, action, days }: AuditFilter): RawBuilder<boolean> {
  const clauses = [sql`log.addtime > now() - make_interval(days => ${days})`];
  if (item_id !== undefined) clauses.push(sql`log.item_id = ${item_id}`);
  if (action !== '')
    clauses.push(sql`(log.action = ${action} or log.action like ${`${action}.%`})`);
  return sql<boolean>`${sql.join(clauses, sql` and `)}`;
}

export const auditRepository = repository((db) => {
  const wordIndex = auditWordsRepository(db);

  /** Searches the whole log by the word index. The entries of one item are few and are scanned. */
  async function find(filter: AuditFilter): Promise<number[]> {
    const { item_id, keyword, days, before, count } = filter;
    const where = conditions(filter);
    if (keyword !== '' && item_id === undefined)
      return wordIndex.find({ word: keyword, days, before, count, where });
    const rows = await db
      .selectFrom('audit_log as log')
      .select('log.audit_id')
      .where(where)
      .$if(before !== undefined, (query) => query.where('log.audit_id', '<', before as number))
      .$if(keyword !== '', (query) =>
        query.where(sql<boolean>`strpos(${SEARCH_TEXT}, lower(${keyword})) > 0`),
      )
      .orderBy('log.audit_id', 'desc')
      .limit(count)
      .execute();
    return rows.map(({ audit_id }) => audit_id);
  }

  return {
    /** Looks up the names in the same statement. */
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

    /** Several entries in one statement; without an actor, a job has made the changes. */
    async insertMany(entries: readonly AuditListEntry[], actor: AuditActor = NO_ACTOR) {
      if (entries.length === 0) return;
      await sql`
        insert into audit_log (action, uid, username, team_id, team_name, subject, facts, address, user_agent)
        select action, ${actor.uid}, ${actor.username}, team_id, coalesce(team_name, ''),
          coalesce(entry.subject, "user".username, ''), facts, ${actor.address}, ${actor.user_agent}
        from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
          as entry (action text, subject text, subject_uid bigint, team_id bigint, facts jsonb)
        left join "user" on "user".uid = subject_uid left join team on team.id = team_id`.execute(
        db,
      );
    },

    /** Newest first. */
    async list(filter: AuditFilter) {
      const ids = await find(filter);
      return db
        .selectFrom('audit_log')
        .where(sql<boolean>`audit_id = any(${ids}::bigint[])`)
        .select(['audit_id', 'addtime', 'action', 'username', 'item_id', 'item_name'])
        .select(['page_title', 'team_name', 'subject', 'facts', 'address', 'user_agent'])
        .orderBy('audit_id', 'desc')
        .execute();
    },

    /** The number of matching entries, at most `count`. */
    count: async (filter: AuditFilter): Promise<number> => (await find(filter)).length,

    /** Deletes a batch of entries that are older than so many days; returns the number of entries. */
    async purge(days: number, limit: number): Promise<number> {
      const { rows } = await sql<{ purged: number }>`
        select audit_log_purge(${days}::int, ${limit}::int) as purged`.execute(db);
      return rows[0]?.purged ?? 0;
    },
  };
});
