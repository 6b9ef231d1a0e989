import type { ItemGrant } from '../../access/grant.ts';
import type { Db } from '../../db/connect.ts';

interface Keys {
  readonly api_key_hash: Buffer;
  readonly api_token_hash: Buffer;
  readonly api_key_sealed: string;
  readonly api_token_sealed: string;
}

export function itemKeyRepository(db: Db) {
  return {
    find: (grant: ItemGrant) =>
      db
        .selectFrom('item_key')
        .select(['api_key_sealed', 'api_token_sealed', 'addtime'])
        .where('item_id', '=', grant.itemId)
        .executeTakeFirst(),

    /** Two first calls at once must not each believe in keys of their own. */
    async insertIfAbsent(grant: ItemGrant, keys: Keys) {
      await db
        .insertInto('item_key')
        .values({ item_id: grant.itemId, ...keys })
        .onConflict((conflict) => conflict.column('item_id').doNothing())
        .execute();
    },

    async delete(itemId: number) {
      await db.deleteFrom('item_key').where('item_id', '=', itemId).execute();
    },
  };
}
