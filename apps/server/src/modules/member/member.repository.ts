import type { ItemGrant } from '../../access/grant.ts';
import type { Db } from '../../db/connect.ts';

export function memberRepository(db: Db) {
  const ties = (itemId: number, uid: number) =>
    db
      .selectFrom('item_member')
      .select(['member_group_id', 'cat_id'])
      .where('item_id', '=', itemId)
      .where('uid', '=', uid);
  return {
    /** In which ways a person takes part in an item. */
    listTies: (itemId: number, uid: number) => ties(itemId, uid).execute(),

    /** The same, and nobody ends or changes them before the transaction does. */
    holdTies: (itemId: number, uid: number) => ties(itemId, uid).forShare().execute(),

    /** False when the person was no member. */
    async leave(itemId: number, uid: number) {
      const row = await db
        .deleteFrom('item_member')
        .where('item_id', '=', itemId)
        .where('uid', '=', uid)
        .returning('item_member_id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** A new owner needs no membership. */
    async dropOwner(grant: ItemGrant, uid: number) {
      await db
        .deleteFrom('item_member')
        .where('item_id', '=', grant.itemId)
        .where('uid', '=', uid)
        .execute();
    },
  };
}
