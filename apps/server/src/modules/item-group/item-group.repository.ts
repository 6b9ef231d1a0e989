import { sql } from 'kysely';
import type { OwnerGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';

interface GroupChange {
  readonly group_name?: string;
  readonly item_ids?: readonly number[];
}

export const itemGroupRepository = repository((db) => ({
  list: (uid: number) =>
    db
      .selectFrom('item_group')
      .select(['id', 'group_name', 'item_ids', 's_number'])
      .where('uid', '=', uid)
      .orderBy('s_number')
      .orderBy('id')
      .execute(),

  async findOwner(id: number) {
    const row = await db
      .selectFrom('item_group')
      .select('uid')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.uid;
  },

  async findItemIds(uid: number, id: number) {
    const row = await db
      .selectFrom('item_group')
      .select('item_ids')
      .where('uid', '=', uid)
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.item_ids;
  },

  /** A new group is appended at the end. */
  async insert(uid: number, groupName: string, itemIds: readonly number[]) {
    const row = await db
      .insertInto('item_group')
      .values({
        uid,
        group_name: groupName,
        item_ids: itemIds,
        s_number: sql<number>`(select coalesce(max(s_number), 0) + 1 from item_group where uid = ${uid})`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  /** Returns false if the user has no such group. */
  async update(uid: number, id: number, change: GroupChange) {
    const row = await db
      .updateTable('item_group')
      .set(change)
      .where('uid', '=', uid)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  async delete(grant: OwnerGrant<'itemGroup'>) {
    await db.deleteFrom('item_group').where('id', '=', grant.id).execute();
    await db.deleteFrom('item_order').where('item_group_id', '=', grant.id).execute();
  },

  /** Updates the order; returns how many of the groups belong to the user. */
  async saveSort(uid: number, groups: readonly { id: number; s_number: number }[]) {
    const { rows } = await sql<{ id: number }>`
        update item_group set s_number = sent.s_number
        from unnest(${groups.map(({ id }) => id)}::bigint[], ${groups.map(({ s_number }) => s_number)}::int[])
          as sent (id, s_number)
        where item_group.id = sent.id and item_group.uid = ${uid}
        returning item_group.id`.execute(db);
    return rows.length;
  },
}));
