import type { IdentityKind } from '@octavo/contract/login-method.entities';
import { sql } from 'kysely';
import { repository } from '../../db/repository.ts';

/** The kinds of logins. */
export type ExternalIdentityKind = IdentityKind | 'integration';
/** An identity of `scim` is of no login: an identity provider maintains the account. */
type StoredKind = ExternalIdentityKind | 'scim';

export interface StoredIdentity {
  readonly kind: IdentityKind;
  readonly external_id: string;
  readonly external_username: string;
  readonly addtime: Date;
}

export const externalIdentityRepository = repository((db) => ({
  /** Includes disabled accounts: their users must not get a second account. */
  find: (kind: StoredKind, externalId: string) =>
    db
      .selectFrom('outside_login')
      .innerJoin('user', 'user.uid', 'outside_login.uid')
      .select(['user.uid', 'user.username', 'user.groupid', 'user.disabled_time'])
      .select('outside_login.external_username')
      .where('kind', '=', kind)
      .where('outside_id', '=', externalId)
      .executeTakeFirst(),

  /** The kinds of external identities that are linked to the account. */
  async listKinds(uid: number): Promise<StoredKind[]> {
    const rows = await db
      .selectFrom('outside_login')
      .select('kind')
      .distinct()
      .where('uid', '=', uid)
      .execute();
    return rows.map(({ kind }) => kind);
  },

  /** At most one identity of each kind. */
  async list(uid: number): Promise<StoredIdentity[]> {
    const { rows } = await sql<StoredIdentity>`
        select kind, outside_id as external_id, external_username, addtime from outside_login
        where uid = ${uid} and kind in ('ldap', 'oauth2') order by kind`.execute(db);
    return rows;
  },

  findScim: (uid: number) =>
    db
      .selectFrom('outside_login')
      .select(['outside_id as external_id', 'external_username', 'addtime'])
      .where('uid', '=', uid)
      .where('kind', '=', 'scim')
      .executeTakeFirst(),

  async rename(kind: ExternalIdentityKind, externalId: string, externalUsername: string) {
    await db
      .updateTable('outside_login')
      .set({ external_username: externalUsername })
      .where('kind', '=', kind)
      .where('outside_id', '=', externalId)
      .execute();
  },

  /**
   * Changes the provider in the stored ids: `http://a 1` becomes `http://b 1`. An identity that is already linked under
   * the new id stays as it is.
   */
  async renamePrefix(kind: ExternalIdentityKind, from: string, to: string) {
    const renamed = sql`${to}::text || substr(outside_login.outside_id, ${from.length + 1}::int)`;
    await sql`
      update outside_login set outside_id = ${renamed}
      where kind = ${kind} and starts_with(outside_id, ${`${from} `}) and not exists (
        select from outside_login other
        where other.kind = outside_login.kind and other.outside_id = ${renamed})`.execute(db);
  },

  async delete(kind: StoredKind, uid: number) {
    await db.deleteFrom('outside_login').where('kind', '=', kind).where('uid', '=', uid).execute();
  },

  async deleteOne(kind: ExternalIdentityKind, externalId: string) {
    await db
      .deleteFrom('outside_login')
      .where('kind', '=', kind)
      .where('outside_id', '=', externalId)
      .execute();
  },

  /** False when the identity is already linked to an account; only one of two concurrent inserts succeeds. */
  async insert(kind: StoredKind, externalId: string, uid: number, externalUsername = '') {
    const row = await db
      .insertInto('outside_login')
      .values({ kind, outside_id: externalId, uid, external_username: externalUsername })
      .onConflict((conflict) => conflict.columns(['kind', 'outside_id']).doNothing())
      .returning('uid')
      .executeTakeFirst();
    return row !== undefined;
  },

  /**
   * An account may have many identities of signed links, one for each merged username; the caller has deleted
   * duplicates of the other logins. Of two SCIM users the one of the other account stays.
   */
  async move(from: number, to: number) {
    await sql`
      delete from outside_login where uid = ${from} and kind = 'scim'
        and exists (select from outside_login as kept where kept.uid = ${to} and kept.kind = 'scim')`.execute(
      db,
    );
    await db.updateTable('outside_login').set({ uid: to }).where('uid', '=', from).execute();
  },
}));
