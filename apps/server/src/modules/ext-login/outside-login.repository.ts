import type { Db } from '../../db/connect.ts';

export type OutsideKind = 'ldap' | 'oauth2' | 'integration';

export function outsideLoginRepository(db: Db) {
  return {
    /** Disabled people too: they must not get a second account. */
    find: (kind: OutsideKind, outsideId: string) =>
      db
        .selectFrom('outside_login')
        .innerJoin('user', 'user.uid', 'outside_login.uid')
        .select(['user.uid', 'user.disabled_time'])
        .where('kind', '=', kind)
        .where('outside_id', '=', outsideId)
        .executeTakeFirst(),

    /** The systems that vouch for this person. */
    async kinds(uid: number): Promise<OutsideKind[]> {
      const rows = await db
        .selectFrom('outside_login')
        .select('kind')
        .distinct()
        .where('uid', '=', uid)
        .execute();
      return rows.map(({ kind }) => kind);
    },

    async delete(kind: OutsideKind, uid: number) {
      await db
        .deleteFrom('outside_login')
        .where('kind', '=', kind)
        .where('uid', '=', uid)
        .execute();
    },

    async insert(kind: OutsideKind, outsideId: string, uid: number) {
      await db.insertInto('outside_login').values({ kind, outside_id: outsideId, uid }).execute();
    },
  };
}
