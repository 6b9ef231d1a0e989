import { sql } from 'kysely';
import type { TeamGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';

export const teamRepository = repository((db) => ({
  list: (uid: number) =>
    db
      .selectFrom('team')
      .select(['id', 'team_name', 'addtime'])
      .select([
        sql<number>`(select count(*) from team_member
            where team_member.team_id = team.id)`.as('memberCount'),
        sql<number>`(select count(*) from team_item join item using (item_id)
            where team_item.team_id = team.id and item.del_time is null)`.as('itemCount'),
      ])
      .where('uid', '=', uid)
      .orderBy('id', 'desc')
      .execute(),

  async findOwner(id: number) {
    const row = await db.selectFrom('team').select('uid').where('id', '=', id).executeTakeFirst();
    return row?.uid;
  },

  /** Locks the team, so that changes of its members and items are serialized. Returns false if the user does not own it. */
  async lock(grant: TeamGrant, uid: number) {
    const row = await db
      .selectFrom('team')
      .select('id')
      .where('id', '=', grant.teamId)
      .where('uid', '=', uid)
      .forNoKeyUpdate()
      .executeTakeFirst();
    return row !== undefined;
  },

  /** For administrators, who own no team. Returns its owner. */
  async lockAsAdmin(id: number) {
    const row = await db
      .selectFrom('team')
      .select('uid')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    return row?.uid;
  },

  async insert(uid: number, teamName: string) {
    const row = await db
      .insertInto('team')
      .values({ uid, team_name: teamName })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  /** Returns the previous name; undefined if the user has no such team. */
  async rename(uid: number, id: number, teamName: string) {
    const { rows } = await sql<{ previous: string }>`
      update team set team_name = ${teamName}
      from (select id, team_name from team where uid = ${uid} and id = ${id} for update) as stored
      where team.id = stored.id returning stored.team_name as previous`.execute(db);
    return rows[0]?.previous;
  },

  /** Returns the name of the deleted team. */
  delete: (grant: TeamGrant) =>
    db.deleteFrom('team').where('id', '=', grant.teamId).returning('team_name').executeTakeFirst(),

  /** Returns false if `from` is no longer the owner, so only one of two concurrent transfers succeeds. */
  async changeOwner(grant: TeamGrant, from: number, to: number) {
    const row = await db
      .updateTable('team')
      .set({ uid: to })
      .where('id', '=', grant.teamId)
      .where('uid', '=', from)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Lists all items linked to the team; their caches must be invalidated when the team changes. */
  async listItemIds(teamId: number) {
    const rows = await db
      .selectFrom('team_item')
      .select('item_id')
      .where('team_id', '=', teamId)
      .orderBy('item_id')
      .execute();
    return rows.map((row) => row.item_id);
  },

  /** Locks the items linked to the team in ascending order until the transaction ends. */
  async lockItems(grant: TeamGrant) {
    const { rows } = await sql<{ item_id: number; uid: number; is_deleted: boolean }>`
        select item.item_id, item.uid, item.del_time is not null as is_deleted from item
        where item_id in (select item_id from team_item where team_id = ${grant.teamId})
        order by item.item_id for no key update`.execute(db);
    return rows;
  },
}));
