import { z } from 'zod';
import { secondFactorKind } from './second-factor.entities.ts';
import { bit, time } from './wire.ts';

/**
 * Where an account can log in from; `integration` is a signed link of another system. `scim` is no login: an identity
 * provider maintains the account.
 */
export const accountSource = z.enum(['local', 'ldap', 'oauth2', 'integration', 'scim']);
export type AccountSource = z.output<typeof accountSource>;

/** `invited`: an imported account that waits for its owner to accept an invitation, and has no other way to log in. */
export const accountState = z.enum(['active', 'invited', 'disabled']);
export type AccountState = z.output<typeof accountState>;

/** `7d`, `30d` and `90d`: within so many days. `older`: more than 90 days ago. */
export const lastSeen = z.enum(['7d', '30d', '90d', 'older', 'never']);
export type LastSeen = z.output<typeof lastSeen>;

export const bulkAction = z.enum([
  'addToTeam',
  'disable',
  'enable',
  'endSessions',
  'makeAdministrator',
  'makeAuditor',
  'makeUser',
]);
export type BulkAction = z.output<typeof bulkAction>;

/** An account that an action on several accounts does not change. */
export const skippedUser = z.object({
  uid: z.int(),
  username: z.string(),
  /**
   * Why the action does not apply. `self`: the account of the caller. `administrator`: cannot be disabled.
   * `disabled`: gets no role and no team. `member`: is in the team already. `unchanged`: nothing to change. `unknown`:
   * no such account.
   */
  reason: z.enum(['self', 'administrator', 'disabled', 'member', 'unchanged', 'unknown']),
});
export type SkippedUser = z.output<typeof skippedUser>;

/** Whether the account has a second factor. */
export const secondFactorState = z.enum(['on', 'off']);
export type SecondFactorState = z.output<typeof secondFactorState>;

/** A user as listed in the console. */
export const adminUserRow = z.object({
  uid: z.int(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  email_verify: z.int(),
  groupid: z.int(),
  reg_time: time,
  last_login_time: time.nullable(),
  /** The last login or the last use of a session. */
  last_seen_time: time.nullable(),
  is_disabled: bit,
  /** Whether the account waits for its owner to accept an invitation. */
  is_invited: bit,
  /** Empty if the account has no way to log in. */
  sources: z.array(accountSource),
  /** Empty if a login needs no second factor. */
  second_factors: z.array(secondFactorKind),
});
export type AdminUserRow = z.output<typeof adminUserRow>;

/** An item as listed in the console, without its content. */
export const adminItemRow = z.object({
  item_id: z.int(),
  item_name: z.string(),
  item_domain: z.string(),
  item_type: z.int(),
  is_private: bit,
  is_archived: bit,
  /** The owner's username. */
  username: z.string(),
  page_count: z.int(),
  member_num: z.int(),
  addtime: time,
  /** Null unless the item is deleted; a deleted item is removed permanently after the days of the security settings. */
  del_time: time.nullable(),
});
export type AdminItemRow = z.output<typeof adminItemRow>;
