import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

interface NewMapping {
  readonly scim_group_id: string;
  readonly team_id: number;
  readonly groupid: number;
}

/** The mappings of SCIM groups in `directory_mapping`. */
export const scimMappingRepository = repository((db) => ({
  async list() {
    const { rows } = await sql<{
      scim_group_id: string;
      display_name: string;
      team_id: number;
      team_name: string;
      groupid: number;
      people: number;
    }>`
      select scim_group_id, display_name, coalesce(team_id, 0) as team_id,
        coalesce(team_name, '') as team_name, groupid, (select count(*)::int from scim_member
          where scim_member.scim_group_id = directory_mapping.scim_group_id) as people
      from directory_mapping join scim_group using (scim_group_id)
      left join team on team.id = directory_mapping.team_id order by mapping_id`.execute(db);
    return rows;
  },

  /** Returns the groups whose mappings have changed. */
  async replace(mappings: readonly NewMapping[]): Promise<string[]> {
    const { rows } = await sql<{ scim_group_id: string }>`
      with sent as (
        select scim_group_id, nullif(team_id, 0) as team_id, groupid
        from jsonb_to_recordset(${JSON.stringify(mappings)}::jsonb)
          as sent (scim_group_id text, team_id bigint, groupid smallint)
      ), removed as (
        delete from directory_mapping as mapping where scim_group_id is not null and not exists (
          select from sent where sent.scim_group_id = mapping.scim_group_id
            and sent.team_id is not distinct from mapping.team_id)
        returning scim_group_id
      ), saved as (
        insert into directory_mapping (scim_group_id, team_id, groupid)
        select scim_group_id, team_id, groupid from sent
        on conflict (scim_group_id, coalesce(team_id, 0)) where scim_group_id is not null
        do update set groupid = excluded.groupid where directory_mapping.groupid <> excluded.groupid
        returning scim_group_id
      )
      select scim_group_id from removed union select scim_group_id from saved`.execute(db);
    return rows.map(({ scim_group_id }) => scim_group_id);
  },

  /** Whether these groups give a team or a role. */
  async areMapped(groupIds: readonly string[]): Promise<boolean> {
    const row = await db
      .selectFrom('directory_mapping')
      .select('mapping_id')
      .where(sql<boolean>`scim_group_id = any(${groupIds}::text[])`)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  /** The ids that no group has. */
  async findUnknownGroups(groupIds: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from unnest(${groupIds}::text[]) as sent (id)
      where not exists (select from scim_group where scim_group_id = id)`.execute(db);
    return rows.map(({ id }) => id);
  },

  /** The accounts of the members of these groups. */
  async listAccounts(groupIds: readonly string[]): Promise<number[]> {
    const { rows } = await sql<{ uid: number }>`
      select distinct uid from scim_member join outside_login on kind = 'scim' and outside_id = scim_id
      where scim_group_id = any(${groupIds}::text[])`.execute(db);
    return rows.map(({ uid }) => uid);
  },

  /** What the groups of these accounts give. */
  async listGiven(uids: readonly number[]) {
    const { rows } = await sql<{ uid: number; team_id: number | null; groupid: number }>`
      select uid, team_id, groupid from outside_login
      join scim_member on scim_id = outside_id join directory_mapping using (scim_group_id)
      where kind = 'scim' and uid = any(${uids}::bigint[])`.execute(db);
    return rows;
  },
}));
