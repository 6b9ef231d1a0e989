import { CONFIRMATION_MINUTES } from '@octavo/contract/limits';
import { sql } from 'kysely';
import type { OwnerGrant } from '../../access/grant.ts';
import { repository } from '../../db/repository.ts';
import { accountColumns } from '../../access/account-columns.ts';
import type { OidcColumns, OidcSession } from './oidc-session.ts';
import type { SecondFactor } from './second-factor.repository.ts';

interface NewDevice extends Partial<OidcColumns> {
  readonly uid: number;
  readonly kind: 'browser' | 'token';
  readonly token_hash: Buffer;
  readonly user_agent: string;
  readonly address: string;
  readonly second_factor?: SecondFactor | 'provider' | null;
}

/** What a logout message of an OpenID provider names: a session by its id, or all sessions of a subject. */
export type EndedOidcLogin = Pick<OidcSession, 'issuer'> &
  (
    | { readonly sid: string; readonly sub?: string }
    | { readonly sid?: undefined; readonly sub: string }
  );

export interface SessionPolicy {
  readonly session_idle_days: number;
  readonly session_max_days: number;
}

/**
 * A session expires some days after the login, and after some days without use. In hours, because the length of a day
 * depends on the time zone.
 */
export const notExpired = ({ session_idle_days, session_max_days }: SessionPolicy) =>
  sql<boolean>`device.addtime > now() - make_interval(hours => ${session_max_days * 24})
    and device.last_used_time > now() - make_interval(hours => ${session_idle_days * 24})`;

/** Seconds since the login, or since the user has confirmed their identity in this session. */
const CONFIRMED_SECONDS = sql<number>`extract(epoch from
  clock_timestamp() - greatest(device.confirmed_time, device.addtime))::float8`;

export const deviceRepository = repository((db) => ({
  /** The user of a token, in one statement: nearly every request runs it. */
  findByToken: (tokenHash: Buffer, policy: SessionPolicy) =>
    db
      .selectFrom('device')
      .innerJoin('user', 'user.uid', 'device.uid')
      .select([
        ...accountColumns,
        'device.device_id',
        'device.kind as device_kind',
        'device.second_factor',
        'device.last_used_time',
      ])
      .select(CONFIRMED_SECONDS.as('confirmed_seconds'))
      .where('device.token_hash', '=', tokenHash)
      .where('user.disabled_time', 'is', null)
      .where(notExpired(policy))
      .executeTakeFirst(),

  async insert(device: NewDevice) {
    const row = await db
      .insertInto('device')
      .values(device)
      .returning('device_id')
      .executeTakeFirstOrThrow();
    return row.device_id;
  },

  list: (uid: number, policy: SessionPolicy) =>
    db
      .selectFrom('device')
      .select(['device_id', 'kind', 'user_agent', 'address', 'addtime', 'last_used_time'])
      .where('uid', '=', uid)
      .where(notExpired(policy))
      .orderBy('last_used_time', 'desc')
      .orderBy('device_id', 'desc')
      .execute(),

  async findOwner(deviceId: number) {
    const row = await db
      .selectFrom('device')
      .select('uid')
      .where('device_id', '=', deviceId)
      .executeTakeFirst();
    return row?.uid;
  },

  /** Records that an external system has just authenticated the user. */
  async setVerified(deviceId: number) {
    await db
      .updateTable('device')
      .set({ proved_time: sql`now()` })
      .where('device_id', '=', deviceId)
      .execute();
  },

  /** Records that the user has confirmed their identity in this session. */
  async setConfirmed(deviceId: number) {
    await db
      .updateTable('device')
      .set({ confirmed_time: sql`now()` })
      .where('device_id', '=', deviceId)
      .execute();
  },

  async isRecentlyConfirmed(deviceId: number) {
    const row = await db
      .selectFrom('device')
      .select('device_id')
      .where('device_id', '=', deviceId)
      .where(
        'confirmed_time',
        '>',
        sql<Date>`now() - make_interval(mins => ${CONFIRMATION_MINUTES})`,
      )
      .executeTakeFirst();
    return row !== undefined;
  },

  /** Records that the user has confirmed a second factor in this session. */
  async setSecondFactor(deviceId: number, factor: SecondFactor) {
    await db
      .updateTable('device')
      .set({ second_factor: factor })
      .where('device_id', '=', deviceId)
      .execute();
  },

  /** The account has no second factor any more. */
  async clearSecondFactor(uid: number) {
    await db
      .updateTable('device')
      .set({ second_factor: null })
      .where('uid', '=', uid)
      .where('second_factor', '<>', 'provider')
      .execute();
  },

  /** Whether an external system has authenticated the user within the last minutes. */
  async isRecentlyVerified(deviceId: number) {
    const row = await db
      .selectFrom('device')
      .select('device_id')
      .where('device_id', '=', deviceId)
      .where('proved_time', '>', sql<Date>`now() - make_interval(mins => ${CONFIRMATION_MINUTES})`)
      .executeTakeFirst();
    return row !== undefined;
  },

  async touch(deviceId: number, address: string) {
    await db
      .updateTable('device')
      .set({ last_used_time: sql`now()`, address })
      .where('device_id', '=', deviceId)
      .execute();
  },

  async revoke(grant: OwnerGrant<'device'>) {
    await db.deleteFrom('device').where('device_id', '=', grant.id).execute();
  },

  /** Revokes a device of this user, for callers that have no grant of the device: a logout or an administrator. */
  async revokeOwn(uid: number, deviceId: number) {
    await db
      .deleteFrom('device')
      .where('uid', '=', uid)
      .where('device_id', '=', deviceId)
      .execute();
  },

  /** Also ends the logins that still lack the second factor. */
  async revokeAll(...uids: readonly number[]) {
    await db.deleteFrom('device').where('uid', 'in', uids).execute();
    await db.deleteFrom('pending_login').where('uid', 'in', uids).execute();
  },

  /**
   * Ends the sessions of a login at an OpenID provider, also those that still lack the second factor, and returns their
   * users.
   */
  async revokeOidc({ issuer, sid, sub }: EndedOidcLogin): Promise<number[]> {
    const login = sql<boolean>`oidc_issuer = ${issuer}
      ${sid === undefined ? sql`` : sql`and oidc_sid = ${sid}`}
      ${sub === undefined ? sql`` : sql`and oidc_sub = ${sub}`}`;
    // Pending logins first: one that is completed meanwhile is then found as a session.
    const pending = await db.deleteFrom('pending_login').where(login).returning('uid').execute();
    const devices = await db.deleteFrom('device').where(login).returning('uid').execute();
    return [...new Set([...pending, ...devices].map(({ uid }) => uid))];
  },

  /** A session that came from an OpenID provider ends with the last login there. */
  async setOidcSession(deviceId: number, columns: OidcColumns) {
    await db
      .updateTable('device')
      .set({ ...columns })
      .where('device_id', '=', deviceId)
      .where('oidc_issuer', 'is not', null)
      .execute();
  },

  async revokeOthers(uid: number, currentDeviceId: number) {
    await db
      .deleteFrom('device')
      .where('uid', '=', uid)
      .where('device_id', '<>', currentDeviceId)
      .execute();
    await db.deleteFrom('pending_login').where('uid', '=', uid).execute();
  },

  async deleteExpired(policy: SessionPolicy) {
    await db
      .deleteFrom('device')
      .where(sql<boolean>`not (${notExpired(policy)})`)
      .execute();
  },
}));
