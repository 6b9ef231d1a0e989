import { sql } from 'kysely';
import { ADMIN_GROUP } from '@octavo/contract/entities';
import type { Language } from '@octavo/contract/entities';
import type { Db } from '../../db/connect.ts';
import { accountColumns } from './account.ts';

interface NewUser {
  readonly username: string;
  readonly username_key: string;
  readonly name?: string;
  readonly groupid: number;
  readonly password_hash: string;
  readonly language: Language | null;
}

export function userRepository(db: Db) {
  const living = db.selectFrom('user').where('disabled_time', 'is', null);
  return {
    find: (uid: number) => living.select(accountColumns).where('uid', '=', uid).executeTakeFirst(),

    /** By username, else by verified email, with what login needs to decide. */
    async findForLogin(usernameKey: string, email: string) {
      const credentials = living.select(['uid', 'password_hash', 'username_key']);
      return (
        (await credentials.where('username_key', '=', usernameKey).executeTakeFirst()) ??
        (await credentials
          .where(sql<string>`lower(email)`, '=', email.toLowerCase())
          .where('email_verify', '>', 0)
          .executeTakeFirst())
      );
    },

    findByKey: (usernameKey: string) =>
      living.select(accountColumns).where('username_key', '=', usernameKey).executeTakeFirst(),

    findByVerifiedEmail: (email: string) =>
      living
        .select(accountColumns)
        .where(sql<string>`lower(email)`, '=', email.toLowerCase())
        .where('email_verify', '>', 0)
        .executeTakeFirst(),

    findCredentials: (uid: number) =>
      living.select(['password_hash', 'username_key']).where('uid', '=', uid).executeTakeFirst(),

    /** Undefined when the name is taken, whatever its spelling. */
    insert: (user: NewUser) =>
      db
        .insertInto('user')
        .values(user)
        .onConflict((conflict) => conflict.column('username_key').doNothing())
        .returning('uid')
        .executeTakeFirst(),

    async hasAdmin() {
      const found = await db
        .selectFrom('user')
        .select('uid')
        .where('groupid', '=', ADMIN_GROUP)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    async setPassword(uid: number, passwordHash: string) {
      await db
        .updateTable('user')
        .set({ password_hash: passwordHash, password_time: sql`now()` })
        .where('uid', '=', uid)
        .execute();
    },

    /** A hash made with newer costs, the password itself unchanged. */
    async rehash(uid: number, passwordHash: string) {
      await db
        .updateTable('user')
        .set({ password_hash: passwordHash })
        .where('uid', '=', uid)
        .execute();
    },

    async setLoggedIn(uid: number) {
      await db
        .updateTable('user')
        .set({ last_login_time: sql`now()` })
        .where('uid', '=', uid)
        .execute();
    },

    async update(uid: number, change: { name?: string; language?: Language }) {
      await db.updateTable('user').set(change).where('uid', '=', uid).execute();
    },

    async bindEmail(uid: number, email: string) {
      await db
        .updateTable('user')
        .set({ email, email_verify: 0, email_sent_time: sql`now()` })
        .where('uid', '=', uid)
        .execute();
    },

    async setEmailSent(uid: number) {
      await db
        .updateTable('user')
        .set({ email_sent_time: sql`now()` })
        .where('uid', '=', uid)
        .execute();
    },

    /** False when somebody verified the same address first. */
    async verifyEmail(uid: number, email: string) {
      const changed = await db
        .updateTable('user')
        .set({ email_verify: 1 })
        .where('uid', '=', uid)
        .where('email', '=', email)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('user as other')
                .select('other.uid')
                .where(sql`lower(other.email)`, '=', email.toLowerCase())
                .where('other.email_verify', '>', 0)
                .where('other.uid', '<>', uid),
            ),
          ),
        )
        .returning('uid')
        .executeTakeFirst();
      return changed !== undefined;
    },

    /** Matches of username or name, best first; the patterns are escaped by the caller. */
    listMatches: (like: { key: string; name: string }, limit: number) =>
      living
        .select(['username', 'name'])
        .where((where) =>
          where.or([
            where('username_key', 'like', like.key),
            where(sql<string>`lower(name)`, 'like', like.name),
          ]),
        )
        .orderBy('username_key')
        .orderBy('uid')
        .limit(limit)
        .execute(),
  };
}
