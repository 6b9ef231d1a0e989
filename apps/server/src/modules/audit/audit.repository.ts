import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { repository } from '../../db/repository.ts';
import { SYSTEM } from './audit-entry.ts';
import type { AuditActor, AuditListEntry, NewAuditEntry } from './audit-entry.ts';
import { auditTextRepository, objectContains, SEARCH_TEXT } from './audit-text.repository.ts';

export type { AuditListEntry, NewAuditEntry } from './audit-entry.ts';

interface AuditFilter {
  readonly item_id?: number | undefined;
  /** The name of a call, or a noun for all of its calls. */
  readonly action: string;
  /** Part of a name or a value. */
  readonly keyword: string;
  /** Part of the name of the user, item, page or team that the action concerns. */
  readonly object: string;
  /** The username of the actor or of the affected user. */
  readonly person: string;
  /** An address; its beginning if it ends with a dot or a colon. */
  readonly address: string;
  readonly days: number;
  /** These two take the place of `days`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface AuditQuery extends AuditFilter {
  readonly before: number | undefined;
  readonly count: number;
}

/** Both are null in entries of older versions. */
const ACTOR_KIND = sql<string>`coalesce(actor_kind, case
  when username = 'command line' then 'command_line'
  when facts ? 'key_tail' then 'item_key' when facts ? 'token_prefix' then 'access_token'
  when uid is not null then 'user' when facts ? 'directory_run' then 'system' else 'anonymous' end)`;
const RESULT = sql<'success' | 'failure'>`coalesce(result,
  case when action = 'user.loginFailed' then 'failure' else 'success' end)`;

const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

function timeClause({ days, from, to }: AuditFilter): RawBuilder<unknown>[] {
  if (from === undefined && to === undefined)
    return [sql`log.addtime > now() - make_interval(days => ${days})`];
  return [
    ...(from === undefined ? [] : [sql`log.addtime >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`log.addtime < ${to}::timestamptz`]),
  ];
}

/** All conditions but those on words. */
function conditions(filter: AuditFilter): RawBuilder<boolean> {
  const { item_id, action, address, person } = filter;
  const clauses = timeClause(filter);
  if (item_id !== undefined) clauses.push(sql`log.item_id = ${item_id}`);
  if (action !== '')
    clauses.push(
      action.includes('.')
        ? sql`log.action = ${action}`
        : sql`log.action like ${`${escapeLike(action)}.%`}`,
    );
  if (address !== '')
    clauses.push(
      /[.:]$/.test(address)
        ? sql`log.address like ${`${escapeLike(address)}%`}`
        : sql`log.address = ${address}`,
    );
  if (person !== '')
    clauses.push(
      sql`(lower(log.username) = lower(${person}) or lower(log.subject) = lower(${person}))`,
    );
  return sql<boolean>`${sql.join(clauses, sql` and `)}`;
}

export const auditRepository = repository((db) => {
  const texts = auditTextRepository(db);

  /** Newest first; each of the two branches is one range of an index. */
  async function findByPerson(
    { person, before = Number.MAX_SAFE_INTEGER, count }: AuditQuery,
    where: RawBuilder<boolean>,
  ): Promise<number[]> {
    const { rows } = await sql<{ audit_id: number }>`
      (select audit_id from audit_log as log
        where lower(log.username) = lower(${person}) and audit_id < ${before} and ${where}
        order by audit_id desc limit ${count})
      union
      (select audit_id from audit_log as log
        where lower(log.subject) = lower(${person}) and log.subject <> ''
          and audit_id < ${before} and ${where}
        order by audit_id desc limit ${count})
      order by audit_id desc limit ${count}`.execute(db);
    return rows.map(({ audit_id }) => audit_id);
  }

  /** Words are searched in the index of all entries; the entries of one item are few and are scanned. */
  async function find(query: AuditQuery): Promise<number[]> {
    const { item_id, keyword, object, person, before, count } = query;
    const where = conditions(query);
    if (keyword + object !== '' && item_id === undefined) return texts.find({ ...query, where });
    if (person !== '' && item_id === undefined) return findByPerson(query, where);
    const rows = await db
      .selectFrom('audit_log as log')
      .select('log.audit_id')
      .where(where)
      .$if(before !== undefined, (select) => select.where('log.audit_id', '<', before as number))
      .$if(keyword !== '', (select) =>
        select.where(sql<boolean>`strpos(${SEARCH_TEXT}, lower(${keyword})) > 0`),
      )
      .$if(object !== '', (select) => select.where(objectContains(SEARCH_TEXT, object)))
      .orderBy('log.audit_id', 'desc')
      .limit(count)
      .execute();
    return rows.map(({ audit_id }) => audit_id);
  }

  const entries = db
    .selectFrom('audit_log')
    .select(['audit_id', 'addtime', 'action', 'uid', 'username', 'item_id', 'item_name'])
    .select(['page_id', 'page_title', 'team_id', 'team_name', 'subject_uid', 'subject', 'facts'])
    .select(['address', 'user_agent', 'request_id'])
    .select([ACTOR_KIND.as('actor_kind'), RESULT.as('result')]);

  return {
    /** Looks up the names in the same statement. */
    async insert(entry: NewAuditEntry) {
      await sql`
        insert into audit_log (action, uid, username, item_id, item_name, page_id, page_title,
          team_id, team_name, subject_uid, subject, facts, address, user_agent,
          actor_kind, result, request_id)
        values (${entry.action}, ${entry.uid}, ${entry.username},
          ${entry.item_id}, coalesce((select item_name from item where item_id = ${entry.item_id}), ''),
          ${entry.page_id}, coalesce((select page_title from page where page_id = ${entry.page_id}), ''),
          ${entry.team_id}, coalesce((select team_name from team where id = ${entry.team_id}), ''),
          ${entry.subject_uid},
          coalesce((select username from "user" where uid = ${entry.subject_uid}), ${entry.subject ?? ''}),
          ${JSON.stringify(entry.facts)}::jsonb, ${entry.address}, ${entry.user_agent},
          ${entry.actor_kind ?? null}, ${entry.result ?? 'success'}, ${entry.request_id ?? null})`.execute(
        db,
      );
    },

    /** Several entries of one actor in one statement. */
    async insertMany(list: readonly AuditListEntry[], actor: AuditActor = SYSTEM) {
      if (list.length === 0) return;
      await sql`
        insert into audit_log (action, uid, username, item_id, item_name, team_id, team_name,
          subject_uid, subject, facts, address, user_agent, actor_kind, result, request_id)
        select action, ${actor.uid}, ${actor.username}, entry.item_id, coalesce(item_name, ''),
          team_id, coalesce(team_name, ''), coalesce(subject_uid, "user".uid),
          coalesce(entry.subject, "user".username, ''), facts, ${actor.address}, ${actor.user_agent},
          ${actor.actor_kind ?? null}, coalesce(result, 'success'), ${actor.request_id ?? null}
        from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as entry
          (action text, subject text, subject_uid bigint, team_id bigint, item_id bigint, facts jsonb, result text)
        left join "user" on "user".uid = subject_uid left join team on team.id = team_id
        left join item on item.item_id = entry.item_id`.execute(db);
    },

    /** Newest first. */
    async list(query: AuditQuery) {
      const ids = await find(query);
      return entries
        .where(sql<boolean>`audit_id = any(${ids}::bigint[])`)
        .orderBy('audit_id', 'desc')
        .execute();
    },

    /** Oldest first: the entries between two ids. */
    listBetween: (after: number, last: number, count: number) =>
      entries
        .where('audit_id', '>', after)
        .where('audit_id', '<=', last)
        .orderBy('audit_id')
        .limit(count)
        .execute(),

    /** The number of matching entries, at most `count`. */
    count: async (query: AuditQuery): Promise<number> => (await find(query)).length,

    /** Deletes a batch of entries that are older than so many days; returns the number of entries. */
    async purge(days: number, limit: number): Promise<number> {
      const { rows } = await sql<{ purged: number }>`
        select audit_log_purge(${days}::int, ${limit}::int) as purged`.execute(db);
      return rows[0]?.purged ?? 0;
    },
  };
});

export type AuditRow = Awaited<ReturnType<ReturnType<typeof auditRepository>['list']>>[number];
