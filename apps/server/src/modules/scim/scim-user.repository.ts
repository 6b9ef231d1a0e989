import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import type { Filter } from './filter.ts';
import { userCondition } from './scim-filter.repository.ts';
import { IS_CURRENT_REJECTION } from './scim-rejection.repository.ts';

export interface ScimUserRow {
  readonly scim_id: string;
  readonly user_name: string;
  readonly external_id: string | null;
  readonly attributes: Record<string, unknown>;
  readonly addtime: Date;
  readonly update_time: Date;
  readonly uid: number;
  /** The account is enabled. */
  readonly is_active: boolean;
  readonly groups: readonly { readonly value: string; readonly display: string }[];
}

export interface ScimUserValues {
  readonly user_name: string;
  readonly user_name_key: string;
  readonly external_id: string | null;
  readonly emails: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** An account of this site that has the username or the verified email of a SCIM user. */
export interface LocalAccount {
  readonly uid: number;
  readonly reason: 'usernameTaken' | 'emailTaken';
  readonly is_administrator: boolean;
  /** An administrator has allowed to link it. */
  readonly is_allowed: boolean;
}

const FROM = sql`scim_user
  join outside_login on outside_login.kind = scim_user.kind and outside_id = scim_id
  join "user" on "user".uid = outside_login.uid`;

const COLUMNS = sql`scim_id, user_name, external_id, attributes, scim_user.addtime, update_time,
  "user".uid, disabled_time is null as is_active,
  coalesce((
    select jsonb_agg(jsonb_build_object('value', scim_group_id, 'display', display_name) order by position)
    from scim_member join scim_group using (scim_group_id) where scim_member.scim_id = scim_user.scim_id
  ), '[]') as groups`;

export const scimUserRepository = repository((db) => ({
  async find(scimId: string): Promise<ScimUserRow | undefined> {
    const { rows } = await sql<ScimUserRow>`
      select ${COLUMNS} from ${FROM} where scim_id = ${scimId}`.execute(db);
    return rows[0];
  },

  /**
   * Locks the user until the transaction ends; of two changes the second finds the first. No group gets a user who is
   * locked for `delete`.
   */
  async lock(scimId: string, change: 'update' | 'delete'): Promise<boolean> {
    const mode = change === 'delete' ? sql`for update` : sql`for no key update`;
    const { rows } = await sql`select from scim_user where scim_id = ${scimId} ${mode}`.execute(db);
    return rows.length > 0;
  },

  /** A change of a group locks the group first and then its new members, so a deletion of a user does too. */
  async lockGroups(scimId: string): Promise<void> {
    await sql`
      select from scim_group where scim_group_id in (
        select scim_group_id from scim_member where scim_id = ${scimId}
      ) order by scim_group_id for no key update`.execute(db);
  },

  async leaveGroups(scimId: string): Promise<void> {
    await sql`
      with ended as (delete from scim_member where scim_id = ${scimId} returning scim_group_id)
      update scim_group set version = version + 1, update_time = now() from ended
      where scim_group.scim_group_id = ended.scim_group_id`.execute(db);
  },

  async list(filter: Filter | undefined, { offset, count }: { offset: number; count: number }) {
    const where = userCondition(filter);
    const total = await sql<{ total: number }>`
      select count(*)::int as total from ${FROM} where ${where}`.execute(db);
    if (count === 0) return { total: total.rows[0]?.total ?? 0, rows: [] };
    const { rows } = await sql<ScimUserRow>`
      select ${COLUMNS} from ${FROM} where ${where}
      order by scim_user.position limit ${count} offset ${offset}`.execute(db);
    return { total: total.rows[0]?.total ?? 0, rows };
  },

  async findByUserName(userNameKey: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('scim_user')
      .select('scim_id')
      .where('user_name_key', '=', userNameKey)
      .executeTakeFirst();
    return row?.scim_id;
  },

  /** False if another user has the name. Its identity exists already. */
  async insert(scimId: string, user: ScimUserValues): Promise<boolean> {
    const { rows } = await sql`
      insert into scim_user (scim_id, user_name, user_name_key, external_id, emails, attributes)
      values (${scimId}, ${user.user_name}, ${user.user_name_key}, ${user.external_id},
        ${user.emails}::text[], ${JSON.stringify(user.attributes)}::jsonb)
      on conflict do nothing returning scim_id`.execute(db);
    return rows.length > 0;
  },

  async update(scimId: string, user: ScimUserValues): Promise<void> {
    await sql`
      update scim_user set user_name = ${user.user_name}, user_name_key = ${user.user_name_key},
        external_id = ${user.external_id}, emails = ${user.emails}::text[],
        attributes = ${JSON.stringify(user.attributes)}::jsonb, update_time = now()
      where scim_id = ${scimId}`.execute(db);
  },

  /**
   * Accounts that a login with this username or email would find. `ownUid` is the account of the user itself. An
   * administrator allows a link for one SCIM user only.
   */
  async findLocalAccounts(
    { user_name, user_name_key }: Pick<ScimUserValues, 'user_name' | 'user_name_key'>,
    email: string,
    ownUid = 0,
  ): Promise<LocalAccount[]> {
    const { rows } = await sql<LocalAccount>`
      select uid, reason, groupid = ${ADMIN_GROUP} as is_administrator, exists (select from scim_rejection
        where scim_rejection.uid = found.uid and scim_rejection.reason = found.reason
          and scim_rejection.user_name = ${user_name} and is_allowed and ${IS_CURRENT_REJECTION}) as is_allowed
      from (
        select uid, groupid, 'usernameTaken' as reason from "user" where username_key = ${user_name_key}
        union
        select uid, groupid, 'emailTaken' from "user" where email_verify > 0
          and lower(email) in (lower(${email}), lower(${user_name})) and lower(email) <> ''
      ) as found where uid <> ${ownUid}
      order by reason desc, uid`.execute(db);
    return rows;
  },

  /** The accounts that have an identity of SCIM already. */
  async isProvisioned(uid: number): Promise<boolean> {
    const row = await db
      .selectFrom('outside_login')
      .select('uid')
      .where('uid', '=', uid)
      .where('kind', '=', 'scim')
      .executeTakeFirst();
    return row !== undefined;
  },

  /**
   * What a sync of the LDAP directory has done to the account becomes what SCIM has done: a role that a group has given
   * ends with the groups of SCIM, and an account that the sync has disabled is enabled with `active`.
   */
  async takeOverSync(uid: number): Promise<void> {
    await sql`
      update outside_login as own
        set given_groupid = ldap.given_groupid, own_groupid = ldap.own_groupid,
          sync_disabled_time = ldap.sync_disabled_time
      from outside_login as ldap where own.uid = ${uid} and own.kind = 'scim'
        and ldap.uid = own.uid and ldap.kind = 'ldap'`.execute(db);
    await sql`
      update outside_login set given_groupid = null, own_groupid = null, sync_disabled_time = null,
        gone_count = 0, gone_time = null
      where uid = ${uid} and kind = 'ldap'`.execute(db);
  },

  /** Enables an account that an administrator has allowed to link. */
  async enable(uid: number): Promise<boolean> {
    const { rows } = await sql`
      update "user" set disabled_time = null where uid = ${uid} and disabled_time is not null
      returning uid`.execute(db);
    return rows.length > 0;
  },

  async count() {
    const { rows } = await sql<{ people: number; disabled: number; groups: number }>`
      select count(*)::int as people,
        (count(*) filter (where disabled_time is not null))::int as disabled,
        (select count(*)::int from scim_group) as groups
      from ${FROM}`.execute(db);
    return rows[0] ?? { people: 0, disabled: 0, groups: 0 };
  },

  /** All users in order of their ids, for a change of the login provider. */
  async listAfter(position: number, count: number) {
    const { rows } = await sql<{
      position: number;
      uid: number;
      user_name: string;
      external_id: string | null;
      attributes: Record<string, unknown>;
    }>`
      select position, "user".uid, user_name, external_id, attributes from ${FROM}
      where position > ${position} order by position limit ${count}`.execute(db);
    return rows;
  },

  /**
   * Links identities of the login provider to accounts that have none of this kind, except those of administrators.
   * Returns the linked accounts.
   */
  async linkMissing(
    kind: 'ldap' | 'oauth2',
    identities: readonly { readonly uid: number; readonly external_id: string }[],
  ) {
    const { rows } = await sql<{ uid: number; external_id: string }>`
      insert into outside_login (kind, outside_id, uid)
      select ${kind}, external_id, uid
      from jsonb_to_recordset(${JSON.stringify(identities)}::jsonb) as sent (uid bigint, external_id text)
      join "user" using (uid)
      where groupid <> ${ADMIN_GROUP} and not exists (select from outside_login as known where known.uid = sent.uid and known.kind = ${kind})
      on conflict do nothing returning uid, outside_id as external_id`.execute(db);
    return rows;
  },
}));
