import { sql } from 'kysely';
import type { SecondFactorKind } from '@octavo/contract/second-factor.entities';
import { USER_GROUP } from '@octavo/contract/user-group';
import { repository } from '../../db/repository.ts';
import type { OidcColumns } from './oidc-session.ts';

export type SecondFactor = 'totp' | 'recovery' | 'passkey';

/** How long the second step of a login may take. */
export const PENDING_LOGIN_SECONDS = 600;
/** After this many wrong codes the login starts again with its first step. */
const MAX_PENDING_ATTEMPTS = 10;
/** A new secret has to be confirmed within this time. */
const NEW_SECRET_MINUTES = 30;

/** Whether a row of `user` has these factors. */
const HAS_TOTP = sql<boolean>`exists (
  select from totp where totp.uid = "user".uid and totp.secret is not null)`;
const HAS_PASSKEY = sql<boolean>`exists (select from passkey where passkey.uid = "user".uid)`;
export const HAS_SECOND_FACTOR = sql<boolean>`(${HAS_TOTP} or ${HAS_PASSKEY})`;
export const SECOND_FACTORS = sql<SecondFactorKind[]>`array(
  select 'totp' where ${HAS_TOTP} union all select 'passkey' where ${HAS_PASSKEY})`;

export const secondFactorRepository = repository((db) => {
  const pendingLogins = (tokenHash: Buffer) =>
    db
      .selectFrom('pending_login')
      .innerJoin('user', 'user.uid', 'pending_login.uid')
      .select([
        'pending_login.uid',
        'pending_login.with_token',
        'pending_login.oidc_issuer',
        'pending_login.oidc_sub',
        'pending_login.oidc_sid',
        'user.username',
        'user.username_key',
      ])
      .where('token_hash', '=', tokenHash)
      .where('attempts', '<', MAX_PENDING_ATTEMPTS)
      .where('expire_time', '>', sql<Date>`now()`)
      .where('user.disabled_time', 'is', null);

  return {
    async hasFactor(uid: number) {
      const row = await db
        .selectFrom('user')
        .select('uid')
        .where('uid', '=', uid)
        .where(HAS_SECOND_FACTOR)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Which second factors the account has; none if it was deleted. Recovery codes only replace one and do not count. */
    async listFactors(uid: number) {
      const row = await db
        .selectFrom('user')
        .select([HAS_TOTP.as('totp'), HAS_PASSKEY.as('passkey')])
        .where('uid', '=', uid)
        .executeTakeFirst();
      return row ?? { totp: false, passkey: false };
    },

    findTotp: (uid: number) =>
      db
        .selectFrom('totp')
        .select(['secret', 'confirmed_time', 'last_used_time'])
        .where('uid', '=', uid)
        .where('secret', 'is not', null)
        .executeTakeFirst(),

    /** True only for the first use of this time step, in any process. */
    async useStep(uid: number, secret: string, step: number) {
      const row = await db
        .updateTable('totp')
        .set({ last_step: step, last_used_time: sql`now()` })
        .where('uid', '=', uid)
        .where('secret', '=', secret)
        .where('last_step', '<', step)
        .returning('uid')
        .executeTakeFirst();
      return row !== undefined;
    },

    async saveNewSecret(uid: number, encrypted: string) {
      const change = { new_secret: encrypted, new_secret_time: sql<Date>`now()` };
      await db
        .insertInto('totp')
        .values({ uid, ...change })
        .onConflict((conflict) => conflict.column('uid').doUpdateSet(change))
        .execute();
    },

    async findNewSecret(uid: number) {
      const row = await db
        .selectFrom('totp')
        .select('new_secret')
        .where('uid', '=', uid)
        .where(
          'new_secret_time',
          '>',
          sql<Date>`now() - make_interval(mins => ${NEW_SECRET_MINUTES})`,
        )
        .executeTakeFirst();
      return row?.new_secret ?? undefined;
    },

    /** False if another request has replaced or confirmed the secret. */
    async confirmNewSecret(uid: number, encrypted: string, step: number) {
      const row = await db
        .updateTable('totp')
        .set({
          secret: encrypted,
          confirmed_time: sql`now()`,
          last_used_time: sql`now()`,
          last_step: step,
          new_secret: null,
          new_secret_time: null,
        })
        .where('uid', '=', uid)
        .where('new_secret', '=', encrypted)
        .returning('uid')
        .executeTakeFirst();
      return row !== undefined;
    },

    async deleteTotp(uid: number) {
      await db.deleteFrom('totp').where('uid', '=', uid).execute();
    },

    async deleteRecoveryCodes(uid: number) {
      await db.deleteFrom('recovery_code').where('uid', '=', uid).execute();
    },

    async insertRecoveryCodes(uid: number, hashes: readonly Buffer[]) {
      await db
        .insertInto('recovery_code')
        .values(hashes.map((code_hash) => ({ uid, code_hash, used_time: null })))
        .execute();
    },

    /** True only for the first use of the code, in any process. */
    async useRecoveryCode(uid: number, codeHash: Buffer) {
      const row = await db
        .updateTable('recovery_code')
        .set({ used_time: sql`now()` })
        .where('uid', '=', uid)
        .where('code_hash', '=', codeHash)
        .where('used_time', 'is', null)
        .returning('uid')
        .executeTakeFirst();
      return row !== undefined;
    },

    countRecoveryCodes: (uid: number) =>
      db
        .selectFrom('recovery_code')
        .select([
          sql<number>`count(*)::int`.as('total'),
          sql<number>`(count(*) filter (where used_time is null))::int`.as('left'),
          sql<Date | null>`max(used_time)`.as('last_used_time'),
        ])
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow(),

    /** Active users and those of the console, and how many of them have no second factor. */
    countUsers: () =>
      db
        .selectFrom('user')
        .select([
          sql<number>`count(*)::int`.as('users'),
          sql<number>`(count(*) filter (where not ${HAS_SECOND_FACTOR}))::int`.as('users_without'),
          sql<number>`(count(*) filter (where groupid <> ${USER_GROUP}))::int`.as('staff'),
          sql<number>`(count(*) filter (where groupid <> ${USER_GROUP} and not ${HAS_SECOND_FACTOR}))::int`.as(
            'staff_without',
          ),
        ])
        .where('disabled_time', 'is', null)
        .executeTakeFirstOrThrow(),

    async insertPendingLogin(
      login: { uid: number; token_hash: Buffer; with_token: boolean } & OidcColumns,
    ) {
      await db
        .insertInto('pending_login')
        .values({
          ...login,
          expire_time: sql<Date>`now() + make_interval(secs => ${PENDING_LOGIN_SECONDS})`,
        })
        .execute();
    },

    findPendingLogin: (tokenHash: Buffer) => pendingLogins(tokenHash).executeTakeFirst(),

    /** Counts before the code is checked, so that concurrent requests cannot exceed the limit. */
    async countAttempt(tokenHash: Buffer) {
      const row = await db
        .updateTable('pending_login')
        .set({ attempts: sql`attempts + 1` })
        .where('token_hash', '=', tokenHash)
        .where('attempts', '<', MAX_PENDING_ATTEMPTS)
        .returning('uid')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** True only for the first request with this token, in any process. */
    async consumePendingLogin(tokenHash: Buffer) {
      const row = await db
        .deleteFrom('pending_login')
        .where('token_hash', '=', tokenHash)
        .where('expire_time', '>', sql<Date>`now()`)
        .returning('uid')
        .executeTakeFirst();
      return row !== undefined;
    },

    async deleteExpiredPendingLogins() {
      await db
        .deleteFrom('pending_login')
        .where('expire_time', '<', sql<Date>`now()`)
        .execute();
    },
  };
});
