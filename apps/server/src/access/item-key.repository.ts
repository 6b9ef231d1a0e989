import { sql } from 'kysely';
import type { ItemGrant } from './grant.ts';
import { repository } from '../db/repository.ts';
import { accountColumns } from './account-columns.ts';

interface EncryptedKeys {
  readonly api_key_hash: Buffer;
  readonly api_token_hash: Buffer;
  readonly api_key_sealed: string;
  readonly api_token_sealed: string;
}

export const itemKeyRepository = repository((db) => ({
  find: (grant: ItemGrant) =>
    db
      .selectFrom('item_key')
      .select(['api_key_sealed', 'api_token_sealed', 'addtime', 'last_used_time'])
      .where('item_id', '=', grant.itemId)
      .executeTakeFirst(),

  /** Only for authentication: the item of an API key and its owner, unless the item is deleted or the owner disabled. */
  findByKeyHash: (keyHash: Buffer) =>
    db
      .selectFrom('item_key')
      .innerJoin('item', 'item.item_id', 'item_key.item_id')
      .innerJoin('user', 'user.uid', 'item.uid')
      .select([...accountColumns, 'item_key.item_id', 'item_key.api_token_hash'])
      .where('item_key.api_key_hash', '=', keyHash)
      .where('item.del_time', 'is', null)
      .where('user.disabled_time', 'is', null)
      .executeTakeFirst(),

  /** Updated at most once a minute, so that a script that uploads many pages does not write this row for each of them. */
  async recordUse(itemId: number) {
    await db
      .updateTable('item_key')
      .set({ last_used_time: sql<Date>`now()` })
      .where('item_id', '=', itemId)
      .where(sql<boolean>`(last_used_time is null or last_used_time < now() - interval '1 minute')`)
      .execute();
  },

  /** Two concurrent first calls must end up with the same keys. */
  async insertIfAbsent(grant: ItemGrant, keys: EncryptedKeys) {
    await db
      .insertInto('item_key')
      .values({ item_id: grant.itemId, ...keys })
      .onConflict((conflict) => conflict.column('item_id').doNothing())
      .execute();
  },

  async delete(itemId: number) {
    await db.deleteFrom('item_key').where('item_id', '=', itemId).execute();
  },
}));
