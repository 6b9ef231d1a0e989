import type { TokenScope } from '@octavo/contract/token-scope';
import { sql } from 'kysely';
import type { OwnerGrant } from '../../access/grant.ts';
import { accountColumns } from '../../access/account-columns.ts';
import { repository } from '../../db/repository.ts';

interface NewAccessToken {
  readonly uid: number;
  readonly name: string;
  readonly prefix: string;
  readonly token_hash: Buffer;
  readonly scopes: readonly TokenScope[];
  /** Null: all items of the user. */
  readonly item_ids: readonly number[] | null;
  /** Empty: every address. */
  readonly network: string;
  readonly days: number;
  /** The session that creates it was started by a provider that asks for a second factor of its own. */
  readonly by_provider: boolean;
}

/** Not `now()`: a transaction may have started before the token ended. */
const isExpired = sql<boolean>`(access_token.expire_time <= clock_timestamp())`;
/** The driver returns the numbers of a `bigint[]` as text. */
const itemIds = sql<number[] | null>`to_json(access_token.item_ids)`;
/** The second factor that the user of a token has now. */
const secondFactor = sql<'totp' | 'passkey' | 'provider' | null>`(case
  when exists (select from totp where totp.uid = access_token.uid and secret is not null) then 'totp'
  when exists (select from passkey where passkey.uid = access_token.uid) then 'passkey'
  when access_token.by_provider then 'provider' end)`;
/** An expired token stays in the list of its user for a while. */
const RETENTION = sql`interval '90 days'`;

export const accessTokenRepository = repository((db) => {
  const tokens = db
    .selectFrom('access_token')
    .select(['id', 'name', 'prefix', 'scopes', 'addtime', 'expire_time'])
    .select(itemIds.as('item_ids'))
    .select(['network', 'last_used_time', 'last_address'])
    .select(isExpired.as('is_expired'));
  return {
    /** The user of a token, also of an expired one, in one statement: every request with a token runs it. */
    findByToken: (tokenHash: Buffer) =>
      db
        .selectFrom('access_token')
        .innerJoin('user', 'user.uid', 'access_token.uid')
        .select(accountColumns)
        .select([
          'access_token.id',
          'access_token.prefix',
          'access_token.scopes',
          'access_token.network',
          'access_token.last_used_time',
        ])
        .select(secondFactor.as('second_factor'))
        .select(itemIds.as('item_ids'))
        .select(isExpired.as('is_expired'))
        .where('access_token.token_hash', '=', tokenHash)
        .where('user.disabled_time', 'is', null)
        .executeTakeFirst(),

    async touch(id: number, address: string) {
      await db
        .updateTable('access_token')
        .set({ last_used_time: sql`clock_timestamp()`, last_address: address })
        .where('id', '=', id)
        .execute();
    },

    /** Returns undefined if the user already has `max` tokens. The caller has locked the user. */
    async insert({ days, ...token }: NewAccessToken, max: number) {
      const { total } = await db
        .selectFrom('access_token')
        .select((select) => select.fn.countAll<number>().as('total'))
        .where('uid', '=', token.uid)
        .executeTakeFirstOrThrow();
      if (total >= max) return undefined;
      const { id } = await db
        .insertInto('access_token')
        .values({
          ...token,
          scopes: [...token.scopes],
          item_ids: token.item_ids && [...token.item_ids],
          expire_time: sql<Date>`now() + make_interval(days => ${days})`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return tokens.where('id', '=', id).executeTakeFirstOrThrow();
    },

    list: (uid: number) => tokens.where('uid', '=', uid).orderBy('id', 'desc').execute(),

    async findOwner(id: number) {
      const row = await db
        .selectFrom('access_token')
        .select('uid')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.uid;
    },

    revoke: (grant: OwnerGrant<'accessToken'>) =>
      db
        .deleteFrom('access_token')
        .where('id', '=', grant.id)
        .returning(['name', 'prefix', 'scopes'])
        .executeTakeFirst(),

    /** Revokes one or all tokens of users, for callers that have no grant of them; returns the revoked ones. */
    revokeOf: (uids: readonly number[], id?: number) =>
      db
        .deleteFrom('access_token')
        .where('uid', 'in', uids)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
        .returning(['name', 'prefix'])
        .execute(),

    async deleteOld() {
      await db
        .deleteFrom('access_token')
        .where(sql<boolean>`expire_time < now() - ${RETENTION}`)
        .execute();
    },
  };
});
