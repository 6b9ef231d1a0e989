import { sql } from 'kysely';
import type { OwnerGrant, TeamGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';

export const teamMemberRepository = repository((db) => ({
  list: (grant: TeamGrant) =>
    db
      .selectFrom('team_member')
      .innerJoin('user', 'user.uid', 'team_member.uid')
      .select([
        'team_member.id',
        'team_member.team_id',
        'user.username as member_username',
        'user.name',
        'team_member.addtime',
        'team_member.is_followed',
      ])
      .where('team_member.team_id', '=', grant.teamId)
      .orderBy('team_member.id')
      .execute(),

  /** Returns the owner of the team that this member row belongs to. */
  async findOwner(id: number) {
    const row = await db
      .selectFrom('team_member')
      .innerJoin('team', 'team.id', 'team_member.team_id')
      .select('team.uid')
      .where('team_member.id', '=', id)
      .executeTakeFirst();
    return row?.uid;
  },

  /** Adds users to a team; returns only the new members. */
  async insert(grant: TeamGrant, uids: readonly number[]) {
    const { rows } = await sql<{ id: number; uid: number }>`
        insert into team_member (team_id, uid)
        select ${grant.teamId}, uid from unnest(${uids}::bigint[]) as sent (uid)
        on conflict (team_id, uid) do nothing
        returning id, uid`.execute(db);
    return rows;
  },

  /** For administrators, who own no team. Returns only the new members. */
  async insertAsAdmin(teamId: number, uids: readonly number[]) {
    const { rows } = await sql<{ uid: number }>`
        insert into team_member (team_id, uid)
        select ${teamId}, uid from unnest(${uids}::bigint[]) as sent (uid)
        on conflict (team_id, uid) do nothing
        returning uid`.execute(db);
    return rows.map(({ uid }) => uid);
  },

  /** Those of these users who are members. */
  async listAmong(teamId: number, uids: readonly number[]) {
    const rows = await db
      .selectFrom('team_member')
      .select('uid')
      .where('team_id', '=', teamId)
      .where(sql<boolean>`uid = any(${uids}::bigint[])`)
      .execute();
    return rows.map(({ uid }) => uid);
  },

  /** Members who followed a directory group stay when they leave it, because they were added by hand too. */
  async keep(grant: TeamGrant, uids: readonly number[]) {
    await sql`
        update team_member set is_followed = 0
        where team_id = ${grant.teamId} and uid = any(${uids}::bigint[]) and is_followed = 1`.execute(
      db,
    );
  },

  async listUids(grant: TeamGrant) {
    const rows = await db
      .selectFrom('team_member')
      .select('uid')
      .where('team_id', '=', grant.teamId)
      .execute();
    return rows.map((row) => row.uid);
  },

  /** Returns undefined if a concurrent request has already deleted the row. */
  delete: (grant: OwnerGrant<'teamMember'>) =>
    db
      .deleteFrom('team_member')
      .where('id', '=', grant.id)
      .returning(['team_id', 'uid'])
      .executeTakeFirst(),
}));
