import { sql } from 'kysely';
import type { OwnerGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';

interface NewPasskey {
  readonly uid: number;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly user_handle: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
}

export const passkeyRepository = repository((db) => {
  return {
    list: (uid: number) =>
      db
        .selectFrom('passkey')
        .select(['id', 'name', 'transports', 'addtime', 'last_used_time'])
        .where('uid', '=', uid)
        .orderBy('id')
        .execute(),

    /** What a browser needs to find the passkeys of the user, or to refuse a second one. */
    listCredentials: (uid: number) =>
      db
        .selectFrom('passkey')
        .select(['credential_id', 'transports', 'user_handle'])
        .where('uid', '=', uid)
        .orderBy('id')
        .execute(),

    findByCredential: (credentialId: Buffer) =>
      db
        .selectFrom('passkey')
        .select(['id', 'uid', 'public_key', 'user_handle', 'counter'])
        .where('credential_id', '=', credentialId)
        .executeTakeFirst(),

    async findOwner(id: number) {
      const row = await db
        .selectFrom('passkey')
        .select('uid')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.uid;
    },

    /** False if the passkey is already registered, for any user. */
    async insert(passkey: NewPasskey) {
      const row = await db
        .insertInto('passkey')
        .values(passkey)
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** False if the counter did not increase, which only a copy of the passkey can cause. */
    async recordUse(id: number, counter: number) {
      const row = await db
        .updateTable('passkey')
        .set({ counter, last_used_time: sql`now()` })
        .where('id', '=', id)
        .where((where) =>
          where.or([
            where('counter', '<', counter),
            where.and([where('counter', '=', 0), where.val(counter === 0)]),
          ]),
        )
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    async rename(grant: OwnerGrant<'passkey'>, name: string) {
      await db.updateTable('passkey').set({ name }).where('id', '=', grant.id).execute();
    },

    async delete(grant: OwnerGrant<'passkey'>) {
      const row = await db
        .deleteFrom('passkey')
        .where('id', '=', grant.id)
        .returning('name')
        .executeTakeFirst();
      return row?.name;
    },

    async deleteAll(uid: number) {
      await db.deleteFrom('passkey').where('uid', '=', uid).execute();
    },
  };
});
