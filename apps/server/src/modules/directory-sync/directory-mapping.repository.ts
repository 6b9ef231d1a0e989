import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

export interface Mapping {
  readonly mapping_id: number;
  readonly group_dn: string;
  readonly team_id: number | null;
  readonly groupid: number;
}

interface NewMapping {
  readonly group_dn: string;
  readonly team_id: number;
  readonly groupid: number;
}

export const directoryMappingRepository = repository((db) => ({
  list: () =>
    db
      .selectFrom('directory_mapping')
      .leftJoin('team', 'team.id', 'directory_mapping.team_id')
      .select(['mapping_id', 'group_dn', 'team_id', 'groupid', 'people'])
      .select(sql<string>`coalesce(team_name, '')`.as('team_name'))
      .where('group_dn', 'is not', null)
      .$narrowType<{ group_dn: string }>()
      .orderBy('mapping_id')
      .execute(),

  /** Keeps the rows of mappings that stay, with the number of their people. */
  async replace(mappings: readonly NewMapping[]) {
    await sql`
        with sent as (
          select group_dn, nullif(team_id, 0) as team_id, groupid
          from jsonb_to_recordset(${JSON.stringify(mappings)}::jsonb)
            as sent (group_dn text, team_id bigint, groupid smallint)
        )
        delete from directory_mapping as mapping where group_dn is not null and not exists (
          select from sent where lower(sent.group_dn) = lower(mapping.group_dn)
            and sent.team_id is not distinct from mapping.team_id)`.execute(db);
    await sql`
        insert into directory_mapping (group_dn, team_id, groupid)
        select group_dn, team.id, groupid
        from jsonb_to_recordset(${JSON.stringify(mappings)}::jsonb)
          as sent (group_dn text, team_id bigint, groupid smallint)
        left join team on team.id = sent.team_id
        on conflict (lower(group_dn), coalesce(team_id, 0)) do update set groupid = excluded.groupid`.execute(
      db,
    );
  },

  async setPeople(people: ReadonlyMap<number, number | null>) {
    await sql`
        update directory_mapping as mapping set people = sent.people
        from unnest(${[...people.keys()]}::bigint[], ${[...people.values()]}::int[])
          as sent (mapping_id, people)
        where mapping.mapping_id = sent.mapping_id
          and mapping.people is distinct from sent.people`.execute(db);
  },

  async findTeams(teamIds: readonly number[]) {
    const rows = await db
      .selectFrom('team')
      .select('id')
      .where(sql<boolean>`id = any(${teamIds}::bigint[])`)
      .execute();
    return rows.map(({ id }) => id);
  },

  /** Teams of all users, by a part of the name. */
  async searchTeams(word: string, count: number) {
    const { rows } = await sql<{ id: number; team_name: string; owner: string }>`
        select team.id, team_name, username as owner from team join "user" using (uid)
        where strpos(lower(team_name), lower(${word})) > 0 order by team_name, team.id limit ${count}`.execute(
      db,
    );
    return rows;
  },
}));
