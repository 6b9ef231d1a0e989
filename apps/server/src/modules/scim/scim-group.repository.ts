import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';
import type { Filter } from './filter.ts';
import { groupCondition } from './scim-filter.repository.ts';

export interface ScimGroupRow {
  readonly scim_group_id: string;
  readonly display_name: string;
  readonly external_id: string | null;
  readonly version: number;
  readonly addtime: Date;
  readonly update_time: Date;
}

export interface ScimMemberRow {
  readonly scim_group_id: string;
  readonly value: string;
  readonly display: string;
}

interface GroupValues {
  readonly display_name: string;
  readonly external_id: string | null;
}

const COLUMNS = sql`scim_group_id, display_name, external_id, version, addtime, update_time`;

export const scimGroupRepository = repository((db) => ({
  async find(groupId: string): Promise<ScimGroupRow | undefined> {
    const { rows } = await sql<ScimGroupRow>`
      select ${COLUMNS} from scim_group where scim_group_id = ${groupId}`.execute(db);
    return rows[0];
  },

  async lock(groupId: string): Promise<ScimGroupRow | undefined> {
    const { rows } = await sql<ScimGroupRow>`
      select ${COLUMNS} from scim_group where scim_group_id = ${groupId} for no key update`.execute(
      db,
    );
    return rows[0];
  },

  /**
   * A page of groups that have at most `maxMembers` members together: it ends before the group that would exceed them,
   * but has one group.
   */
  async list(
    filter: Filter | undefined,
    { offset, count }: { offset: number; count: number },
    maxMembers: number | undefined,
  ) {
    const where = groupCondition(filter);
    const total = await sql<{ total: number }>`
      select count(*)::int as total from scim_group where ${where}`.execute(db);
    if (count === 0) return { total: total.rows[0]?.total ?? 0, rows: [] };
    const page = sql`
      select ${COLUMNS}, position from scim_group where ${where}
      order by position limit ${count} offset ${offset}`;
    const bounded = (limit: number) => sql`
      select * from (
        select page.*, row_number() over places as place, sum(people) over places as people_so_far
        from (${page}) as page cross join lateral (
          select count(*) as people from (
            select from scim_member where scim_member.scim_group_id = page.scim_group_id
            limit ${limit + 1}
          ) as members
        ) as counted
        window places as (order by position)
      ) as summed
      where place = 1 or people_so_far <= ${limit}`;
    const { rows } = await sql<ScimGroupRow>`
      select ${COLUMNS} from (${maxMembers === undefined ? page : bounded(maxMembers)}) as listed
      order by position`.execute(db);
    return { total: total.rows[0]?.total ?? 0, rows };
  },

  async listMembers(groupIds: readonly string[]): Promise<ScimMemberRow[]> {
    const { rows } = await sql<ScimMemberRow>`
      select scim_group_id, scim_id as value, user_name as display
      from scim_member join scim_user using (scim_id)
      where scim_group_id = any(${groupIds}::text[]) order by scim_group_id, position`.execute(db);
    return rows;
  },

  /** Undefined if another group has the name. */
  async insert(group: GroupValues): Promise<string | undefined> {
    const { rows } = await sql<{ scim_group_id: string }>`
      insert into scim_group (display_name, external_id)
      values (${group.display_name}, ${group.external_id})
      on conflict do nothing returning scim_group_id`.execute(db);
    return rows[0]?.scim_group_id;
  },

  async hasName(displayName: string, exceptId: string): Promise<boolean> {
    const { rows } = await sql`
      select from scim_group where lower(display_name) = lower(${displayName})
        and scim_group_id <> ${exceptId}`.execute(db);
    return rows.length > 0;
  },

  async update(groupId: string, group: GroupValues): Promise<void> {
    await sql`
      update scim_group set display_name = ${group.display_name}, external_id = ${group.external_id},
        version = version + 1, update_time = now() where scim_group_id = ${groupId}`.execute(db);
  },

  /** Returns the accounts of its members. */
  async delete(groupId: string): Promise<number[]> {
    const { rows } = await sql<{ uid: number }>`
      select uid from scim_member join outside_login on kind = 'scim' and outside_id = scim_id
      where scim_group_id = ${groupId}`.execute(db);
    await sql`delete from scim_group where scim_group_id = ${groupId}`.execute(db);
    return rows.map(({ uid }) => uid);
  },

  /** The ids that no user has. */
  async findUnknown(scimIds: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ scim_id: string }>`
      select sent.scim_id from unnest(${scimIds}::text[]) as sent (scim_id)
      where not exists (select from scim_user where scim_user.scim_id = sent.scim_id) limit 5`.execute(
      db,
    );
    return rows.map(({ scim_id }) => scim_id);
  },

  /** Returns the accounts of the new members. */
  async addMembers(groupId: string, scimIds: readonly string[]): Promise<number[]> {
    const { rows } = await sql<{ uid: number }>`
      with added as (
        insert into scim_member (scim_group_id, scim_id)
        select ${groupId}, scim_id from scim_user where scim_id = any(${scimIds}::text[])
        on conflict do nothing returning scim_id
      )
      select uid from added join outside_login on kind = 'scim' and outside_id = scim_id`.execute(
      db,
    );
    return rows.map(({ uid }) => uid);
  },

  /** Removes these members, or all but these. Returns their accounts. */
  async removeMembers(
    groupId: string,
    which: { readonly only: readonly string[] } | { readonly except: readonly string[] },
  ): Promise<number[]> {
    const condition =
      'only' in which
        ? sql`scim_id = any(${which.only}::text[])`
        : sql`scim_id <> all(${which.except}::text[])`;
    const { rows } = await sql<{ uid: number }>`
      with removed as (
        delete from scim_member where scim_group_id = ${groupId} and ${condition} returning scim_id
      )
      select uid from removed join outside_login on kind = 'scim' and outside_id = scim_id`.execute(
      db,
    );
    return rows.map(({ uid }) => uid);
  },

  async search(word: string, count: number) {
    const { rows } = await sql<{ scim_group_id: string; display_name: string; people: number }>`
      select scim_group_id, display_name, (select count(*)::int from scim_member
        where scim_member.scim_group_id = scim_group.scim_group_id) as people
      from scim_group where strpos(lower(display_name), lower(${word})) > 0
      order by display_name, position limit ${count}`.execute(db);
    return rows;
  },
}));
