import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

interface NewToken {
  readonly name: string;
  readonly prefix: string;
  readonly token_hash: Buffer;
  readonly username: string;
}

export const scimTokenRepository = repository((db) => {
  const tokens = db
    .selectFrom('scim_token')
    .select(['id', 'name', 'prefix', 'username', 'addtime', 'last_used_time', 'last_address']);
  return {
    find: (tokenHash: Buffer) =>
      db
        .selectFrom('scim_token')
        .select(['id', 'name', 'prefix'])
        .select(
          sql<boolean>`coalesce(last_used_time < clock_timestamp() - interval '1 minute', true)`.as(
            'is_untouched',
          ),
        )
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst(),

    async touch(id: number, address: string) {
      await db
        .updateTable('scim_token')
        .set({ last_used_time: sql`clock_timestamp()`, last_address: address })
        .where('id', '=', id)
        .execute();
    },

    list: () => tokens.orderBy('id', 'desc').execute(),

    /** Undefined if there are `max` tokens already. */
    async insert(token: NewToken, max: number) {
      await sql`select pg_advisory_xact_lock(hashtextextended('scim_token', 0))`.execute(db);
      const { total } = await db
        .selectFrom('scim_token')
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      if (total >= max) return undefined;
      const { id } = await db
        .insertInto('scim_token')
        .values(token)
        .returning('id')
        .executeTakeFirstOrThrow();
      return tokens.where('id', '=', id).executeTakeFirstOrThrow();
    },

    revoke: (id: number) =>
      db.deleteFrom('scim_token').where('id', '=', id).returning(['name']).executeTakeFirst(),
  };
});
