import type { UserImportAction } from '@octavo/contract/admin-user-import.entities';
import { ADMIN_GROUP, USER_GROUP } from '@octavo/contract/user-group';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { repository } from '../../db/repository.ts';
import type { Slice } from '../../db/slice.ts';
import { HAS_EXTERNAL_LOGIN } from '../account/invitation-state.repository.ts';
import type { InvitedAccount } from '../invitation/invitation.repository.ts';
import type { CheckedLine } from './checked-line.ts';

export type Counts = Record<UserImportAction, number>;

export interface WrittenLine {
  readonly action: 'new' | 'update';
  /** Null for a new account. */
  readonly uid: number | null;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly groupid: number | null;
  readonly was_name: string | null;
  readonly was_email: string | null;
  readonly was_groupid: number | null;
}

/** What the decisions depend on beside lines and accounts. */
export interface DecisionRules {
  /** The account of the importing administrator. */
  readonly callerUid: number;
  /** Keys of usernames that no new account gets. */
  readonly reserved: readonly string[];
}

/** Part of the lines of a task. */
export interface LineRange {
  readonly task_id: number;
  readonly from: number;
  readonly to: number;
}

const NEW_NAME = sql`line.name <> '' and line.name <> account.name`;
const NEW_EMAIL = sql`line.email <> '' and lower(line.email) <> lower(account.email)`;
const NEW_ROLE = sql`line.groupid is not null and line.groupid <> account.groupid`;

/** Another account has verified the email, is an account without a password that has it, or has it as its username. */
const EMAIL_TAKEN = sql`line.email <> '' and (
  exists (select from "user" other where lower(other.email) = lower(line.email)
    and other.email_verify > 0 and other.uid is distinct from account.uid)
  or exists (select from "user" other where lower(other.email) = lower(line.email)
    and other.email <> '' and other.email_verify = 0 and other.password_hash is null
    and other.uid is distinct from account.uid)
  or exists (select from "user" other where other.username_key = line.email_key
    and other.uid is distinct from account.uid))`;

const LIST_COLUMNS = [
  'line',
  'username',
  'name',
  'email',
  'role',
  'groupid',
  'action',
  'reason',
  'other_line',
  'was_name',
  'was_email',
  'was_groupid',
] as const;

/**
 * What lines do to the present accounts, for the plan and for its check when it is applied. `offset 0` keeps PostgreSQL
 * from evaluating the reason twice.
 */
function decisions(lines: RawBuilder<unknown>, { callerUid, reserved }: DecisionRules) {
  return sql`
    select decided.*, case when reason <> '' then 'out' when uid is null then 'new'
      when is_changed then 'update' else 'same' end as action
    from (
      select line.*, account.uid, account.name as was_name, account.email as was_email,
        account.groupid as was_groupid, (${NEW_NAME} or ${NEW_EMAIL} or ${NEW_ROLE}) as is_changed,
        case
          when line.line_error <> '' then line.line_error
          when account.uid is null then case
            when line.groupid = ${ADMIN_GROUP} then 'administratorRole'
            when line.username_key = any(${reserved}::text[]) then 'usernameReserved'
            when strpos(line.username, '@') > 0 and exists (select from "user" other
              where lower(other.email) = lower(line.username) and other.email_verify > 0)
              then 'usernameIsEmail'
            when ${EMAIL_TAKEN} then 'emailTaken'
            else '' end
          when not (${NEW_NAME} or ${NEW_EMAIL} or ${NEW_ROLE}) then ''
          when account.uid = ${callerUid} then 'self'
          when account.groupid = ${ADMIN_GROUP} then 'administrator'
          when line.groupid = ${ADMIN_GROUP} then 'administratorRole'
          when account.disabled_time is not null then 'disabled'
          when (${NEW_NAME} or ${NEW_EMAIL}) and exists (select from outside_login
            where outside_login.uid = account.uid and kind in ('ldap', 'scim')) then 'directory'
          when (${NEW_EMAIL}) and account.email_verify > 0 then 'emailVerified'
          when (${NEW_EMAIL}) and ${EMAIL_TAKEN} then 'emailTaken'
          else '' end as reason
      from ${lines} line
      left join "user" account on account.username_key = line.username_key and line.line_error = ''
      offset 0
    ) as decided`;
}

const uninvited = (taskId: number) => sql`
  user_import_line line join "user" account using (username_key)
  where line.task_id = ${taskId} and (line.is_applied or line.action = 'same')
    and account.email <> '' and account.password_hash is null and account.local_access
    and account.disabled_time is null and account.groupid <> ${ADMIN_GROUP}
    and not ${HAS_EXTERNAL_LOGIN}
    and not exists (select from invitation where invitation.account_uid = account.uid
      or (invitation.email <> '' and lower(invitation.email) = lower(account.email)))`;

export const userImportRepository = repository((db) => {
  const lines = db.selectFrom('user_import_line');
  return {
    /**
     * Plans each statement of the transaction for the present size of the tables: a plan that was cached before an
     * import has multiplied the accounts would scan all of them for each line.
     */
    async planEachStatement() {
      await sql`set local plan_cache_mode = force_custom_plan`.execute(db);
    },

    async deleteLines(taskId: number) {
      await db.deleteFrom('user_import_line').where('task_id', '=', taskId).execute();
    },

    /** Plans a batch of lines and stores them, in one statement. */
    async insertLines(taskId: number, batch: readonly CheckedLine[], rules: DecisionRules) {
      const sent = sql`(
        select * from unnest(${batch.map(({ line }) => line)}::int[],
          ${batch.map(({ username }) => username)}::text[], ${batch.map(({ name }) => name)}::text[],
          ${batch.map(({ email }) => email)}::text[], ${batch.map(({ role }) => role)}::text[],
          ${batch.map(({ username_key }) => username_key)}::text[],
          ${batch.map(({ email_key }) => email_key)}::text[],
          ${batch.map(({ groupid }) => groupid)}::smallint[],
          ${batch.map(({ line_error }) => line_error)}::text[],
          ${batch.map(({ other_line }) => other_line)}::int[])
          as sent (line, username, name, email, role, username_key, email_key, groupid, line_error, other_line))`;
      await sql`
        insert into user_import_line (task_id, line, username, name, email, role, username_key,
          email_key, groupid, line_error, other_line, action, reason, uid, was_name, was_email, was_groupid)
        select ${taskId}, line, username, name, email, role, username_key, email_key, groupid, line_error,
          other_line, action, reason, uid, was_name, was_email, was_groupid
        from (${decisions(sent, rules)}) as planned`.execute(db);
    },

    async countActions(taskId: number): Promise<Counts> {
      const rows = await lines
        .where('task_id', '=', taskId)
        .groupBy('action')
        .select(['action', (select) => select.fn.countAll<number>().as('count')])
        .execute();
      const counts = { new: 0, update: 0, same: 0, out: 0 };
      for (const { action, count } of rows) counts[action] = count;
      return counts;
    },

    /** The lines that are written already. */
    async countApplied(taskId: number) {
      const { applied } = await lines
        .where('task_id', '=', taskId)
        .where('is_applied', '=', true)
        .select((select) => select.fn.countAll<number>().as('applied'))
        .executeTakeFirstOrThrow();
      return applied;
    },

    async listLines(
      taskId: number,
      action: UserImportAction | undefined,
      { offset, count }: Pick<Slice, 'offset' | 'count'>,
    ) {
      return lines
        .where('task_id', '=', taskId)
        .$if(action !== undefined, (query) =>
          query.where('action', '=', action as UserImportAction),
        )
        .select(LIST_COLUMNS)
        .orderBy('line')
        .limit(count)
        .offset(offset)
        .execute();
    },

    /** The lines that are left out, after a line. */
    listLeftOut: (taskId: number, after: number, count: number) =>
      lines
        .where('task_id', '=', taskId)
        .where('action', '=', 'out')
        .where('line', '>', after)
        .select(LIST_COLUMNS)
        .orderBy('line')
        .limit(count)
        .execute(),

    /** Serializes the batches of all imports, so that no two wait for accounts of each other. */
    async lockImports() {
      await sql`select pg_advisory_xact_lock(hashtextextended('user.import', 0))`.execute(db);
    },

    /** The next lines to write, with their accounts; undefined after the last one. */
    async findBatch(taskId: number, count: number) {
      const { rows } = await sql<{ line: number; uid: number | null; email_name: string | null }>`
        select line, uid, case when action = 'new' and strpos(username, '@') > 0 then username_key end
          as email_name
        from user_import_line
        where task_id = ${taskId} and action in ('new', 'update') and not is_applied
        order by line limit ${count}`.execute(db);
      const [first, last] = [rows[0], rows.at(-1)];
      if (!first || !last) return undefined;
      return {
        range: { task_id: taskId, from: first.line, to: last.line },
        count: rows.length,
        uids: rows.flatMap(({ uid }) => uid ?? []),
        emailNames: rows.flatMap(({ email_name }) => email_name ?? []),
      };
    },

    /** The lines to write whose accounts are not as they were planned. */
    async listChanged({ task_id, from, to }: LineRange, rules: DecisionRules) {
      const planned = sql`(
        select line, username, name, email, username_key, email_key, groupid, line_error,
          action as planned_action, uid as planned_uid, was_name as planned_name,
          was_email as planned_email, was_groupid as planned_groupid
        from user_import_line where task_id = ${task_id} and line between ${from} and ${to}
          and action in ('new', 'update') and not is_applied)`;
      const { rows } = await sql<{ line: number }>`
        select line from (${decisions(planned, rules)}) as decided
        where (planned_action, planned_uid, planned_name, planned_email, planned_groupid)
          is distinct from (action, uid, was_name, was_email, was_groupid)`.execute(db);
      return rows.map(({ line }) => line);
    },

    async leaveOut(taskId: number, changedLines: readonly number[]) {
      if (changedLines.length === 0) return;
      await sql`
        update user_import_line set action = 'out', reason = 'changed'
        where task_id = ${taskId} and line = any(${changedLines}::int[])`.execute(db);
    },

    /** Creates accounts without a password. Returns the lines whose username was taken meanwhile. */
    async createAccounts({ task_id, from, to }: LineRange) {
      const { rows } = await sql<{ line: number }>`
        with planned as materialized (
          select line, username, username_key, name, email, coalesce(groupid, ${USER_GROUP}) as groupid
          from user_import_line where task_id = ${task_id} and line between ${from} and ${to}
            and action = 'new' and not is_applied
        ), created as (
          insert into "user" (username, username_key, name, email, groupid)
          select username, username_key, name, email, groupid from planned order by username_key
          on conflict (username_key) do nothing returning username_key
        )
        select line from planned where username_key not in (select username_key from created)`.execute(
        db,
      );
      return rows.map(({ line }) => line);
    },

    /** A new email has to be verified. */
    async updateAccounts({ task_id, from, to }: LineRange) {
      await sql`
        update "user" account set
          name = case when ${NEW_NAME} then line.name else account.name end,
          email = case when ${NEW_EMAIL} then line.email else account.email end,
          groupid = coalesce(line.groupid, account.groupid)
        from user_import_line line
        where line.task_id = ${task_id} and line.line between ${from} and ${to}
          and line.action = 'update' and not line.is_applied and account.uid = line.uid`.execute(
        db,
      );
    },

    /** Marks the written lines, so that another attempt does not write them again. */
    async setApplied({ task_id, from, to }: LineRange) {
      const { rows } = await sql<WrittenLine>`
        update user_import_line set is_applied = true
        where task_id = ${task_id} and line between ${from} and ${to}
          and action in ('new', 'update') and not is_applied
        returning action, uid, username, name, email, groupid, was_name, was_email, was_groupid`.execute(
        db,
      );
      return rows;
    },

    /** The accounts of a finished import that cannot log in and have no invitation. */
    async listUninvited(taskId: number) {
      const { rows } = await sql<InvitedAccount>`
        select account.uid as account_uid, account.email, account.name, account.groupid
        from ${uninvited(taskId)} order by line.line`.execute(db);
      return rows;
    },

    async countUninvited(taskId: number) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${uninvited(taskId)}`.execute(db);
      return rows[0]?.count ?? 0;
    },
  };
});
