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

    async has(uid: number) {
      const row = await db
        .selectFrom('outside_login')
        .select('uid')
        .where('uid', '=', uid)
        .executeTakeFirst();
      return row !== undefined;
    },

    async insert(kind: OutsideKind, outsideId: string, uid: number) {
      await db.insertInto('outside_login').values({ kind, outside_id: outsideId, uid }).execute();
    },
  };
}
