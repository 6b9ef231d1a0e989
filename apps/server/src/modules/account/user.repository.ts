import { sql } from 'kysely';
import type { DatabaseError } from 'pg';
import { ADMIN_GROUP } from '@octavo/contract/user-group';
import type { Language } from '@octavo/contract/entities';
import { searchByName } from '../../db/search-by-name.ts';
import type { NameSearchTable } from '../../db/search-by-name.ts';
import type { Slice } from '../../db/slice.ts';
import { repository } from '../../db/repository.ts';
import { accountColumns } from '../../access/account-columns.ts';
import { usernameKey } from '../../lib/username-key.ts';

const UNIQUE_VIOLATION = '23505';

interface NewUser {
  readonly username: string;
  readonly username_key: string;
  readonly name?: string;
  /** Not verified. */
  readonly email?: string;
  readonly groupid: number;
  /** Null: the account has no local password. */
  readonly password_hash: string | null;
  /** Default: true. */
  readonly local_access?: boolean;
  readonly language: Language | null;
}

/** Username and name, as in their index. */
export const USER_NAMES = sql`(username_key || E'\n' || lower(name))`;

const SEARCHED_USERS: NameSearchTable = {
  table: sql`"user"`,
  id: sql`uid`,
  names: [USER_NAMES],
  where: sql`true`,
};

export const userRepository = repository((db) => {
  const activeUsers = db.selectFrom('user').where('disabled_time', 'is', null);
  /** Serializes inserts of a username and verifications of an equal email address. */
  const lockName = (address: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${usernameKey(address)}, 14))`.execute(db);
  return {
    find: (uid: number) =>
      activeUsers.select(accountColumns).where('uid', '=', uid).executeTakeFirst(),

    /**
     * A verified email takes precedence over an equal username, so that a username cannot hijack an address. Includes
     * disabled accounts, since a login with the right password reports them as disabled.
     */
    async findForLogin(key: string, email: string) {
      const credentials = db
        .selectFrom('user')
        .select(['uid', 'password_hash', 'username_key', 'disabled_time']);
      const byEmail = email.includes('@')
        ? await credentials
            .where(sql<string>`lower(email)`, '=', email.toLowerCase())
            .where('email_verify', '>', 0)
            .executeTakeFirst()
        : undefined;
      return byEmail ?? credentials.where('username_key', '=', key).executeTakeFirst();
    },

    /** Finds a word inside username or name. */
    search: (word: string, slice: Pick<Slice, 'offset' | 'count'>) =>
      searchByName(db, SEARCHED_USERS, word, slice),

    findByKey: (key: string) =>
      activeUsers.select(accountColumns).where('username_key', '=', key).executeTakeFirst(),

    /** Includes disabled accounts: a signed link may name any account. */
    findByUsername: (key: string) =>
      db
        .selectFrom('user')
        .select(['uid', 'groupid', 'disabled_time'])
        .where('username_key', '=', key)
        .executeTakeFirst(),

    findByVerifiedEmail: (email: string) =>
      activeUsers
        .select(accountColumns)
        .where(sql<string>`lower(email)`, '=', email.toLowerCase())
        .where('email_verify', '>', 0)
        .executeTakeFirst(),

    /** The names that a password must not contain; includes disabled accounts. */
    findNames: (uid: number) =>
      db.selectFrom('user').select(['username', 'email']).where('uid', '=', uid).executeTakeFirst(),

    findCredentials: (uid: number) =>
      activeUsers
        .select(['password_hash', 'username_key', 'username'])
        .where('uid', '=', uid)
        .executeTakeFirst(),

    /** Undefined when the account does not exist. Includes disabled accounts. */
    async findPasswordState(uid: number) {
      const row = await db
        .selectFrom('user')
        .select(['username_key', 'groupid', 'email', 'password_hash', 'local_access'])
        .select('disabled_time')
        .where('uid', '=', uid)
        .executeTakeFirst();
      return (
        row && {
          username_key: row.username_key,
          groupid: row.groupid,
          email: row.email,
          has_password: row.password_hash !== null,
          local_access: row.local_access,
          is_disabled: row.disabled_time !== null,
        }
      );
    },

    /** Without local access the account keeps no local password. */
    async setLocalAccess(uid: number, isAllowed: boolean) {
      await db
        .updateTable('user')
        .set({ local_access: isAllowed, ...(!isAllowed && { password_hash: null }) })
        .where('uid', '=', uid)
        .execute();
    },

    /**
     * Undefined when another account has this username in any spelling, or as its verified email: a login with it would
     * find that account, so the new one could never log in.
     */
    async insert(user: NewUser) {
      await lockName(user.username);
      const emailOwner = await db
        .selectFrom('user')
        .select('uid')
        .where(sql<string>`lower(email)`, '=', user.username.toLowerCase())
        .where('email_verify', '>', 0)
        .executeTakeFirst();
      if (emailOwner) return undefined;
      return db
        .insertInto('user')
        .values(user)
        .onConflict((conflict) => conflict.column('username_key').doNothing())
        .returning('uid')
        .executeTakeFirst();
    },

    /** For usernames that may be an email, before accounts are inserted together. */
    async lockNames(usernameKeys: readonly string[]) {
      if (usernameKeys.length === 0) return;
      await sql`select pg_advisory_xact_lock(hashtextextended(key, 14))
        from (select key from unnest(${usernameKeys}::text[]) key order by key) sorted`.execute(db);
    },

    async hasAdmin() {
      const adminRow = await db
        .selectFrom('user')
        .select('uid')
        .where('groupid', '=', ADMIN_GROUP)
        .limit(1)
        .executeTakeFirst();
      return adminRow !== undefined;
    },

    /** Locks the account until the transaction ends. */
    async lock(uid: number) {
      await db.selectFrom('user').select('uid').where('uid', '=', uid).forNoKeyUpdate().execute();
    },

    async setPassword(uid: number, passwordHash: string) {
      await db
        .updateTable('user')
        .set({ password_hash: passwordHash, password_time: sql`now()` })
        .where('uid', '=', uid)
        .execute();
    },

    /** Stores a hash of the same password with newer cost parameters. */
    async rehash(uid: number, passwordHash: string) {
      await db
        .updateTable('user')
        .set({ password_hash: passwordHash })
        .where('uid', '=', uid)
        .where('local_access', '=', true)
        .execute();
    },

    async setLoggedIn(uid: number) {
      await db
        .updateTable('user')
        .set({ last_login_time: sql`now()` })
        .where('uid', '=', uid)
        .execute();
    },

    /** Records the use of a session. */
    async setSeen(uid: number) {
      await db
        .updateTable('user')
        .set({ last_seen_time: sql`now()` })
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

    /** False when the address is the verified email or the username of another account. */
    async verifyEmail(uid: number, email: string) {
      await lockName(email);
      const usernameOwner = await db
        .selectFrom('user')
        .select('uid')
        .where('username_key', '=', usernameKey(email))
        .where('uid', '<>', uid)
        .executeTakeFirst();
      if (usernameOwner) return false;
      try {
        const updatedRow = await db
          .updateTable('user')
          .set({ email_verify: 1 })
          .where('uid', '=', uid)
          .where('email', '=', email)
          .returning('uid')
          .executeTakeFirst();
        return updatedRow !== undefined;
      } catch (error) {
        if ((error as Partial<DatabaseError>).code === UNIQUE_VIOLATION) return false;
        throw error;
      }
    },

    async findAllByKey(usernameKeys: readonly string[]) {
      const rows = await activeUsers
        .select('uid')
        .where(sql<boolean>`username_key = any(${usernameKeys}::text[])`)
        .orderBy('uid')
        .execute();
      return rows.map((row) => row.uid);
    },
  };
});
