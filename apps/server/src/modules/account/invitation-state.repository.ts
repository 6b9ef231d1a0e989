import { ADMIN_GROUP } from '@octavo/contract/user-group';
import { sql } from 'kysely';

/**
 * Not `now()`: a transaction that has waited for a lock may have started before the invitation ended. Who is no longer
 * an administrator must not create accounts with links of former times.
 */
export const IS_VALID = sql<boolean>`(invitation.expire_time > clock_timestamp()
  and invitation.uses < invitation.max_uses
  and exists (select from "user" sender where sender.uid = invitation.uid
    and sender.groupid = ${sql.lit(ADMIN_GROUP)} and sender.disabled_time is null))`;

/** Whether the `account` of a statement can log in by an external identity. One of SCIM is no login. */
export const HAS_EXTERNAL_LOGIN = sql<boolean>`exists (
  select from outside_login where outside_login.uid = account.uid and kind <> 'scim')`;

/** An imported account that has got a way to log in, or another address, no longer needs the invitation. */
export const IS_OPEN = sql<boolean>`(invitation.account_uid is null or exists (
  select from "user" account
  where account.uid = invitation.account_uid and account.disabled_time is null
    and account.local_access and account.password_hash is null
    and lower(account.email) = lower(invitation.email)
    and not ${HAS_EXTERNAL_LOGIN}))`;

/** Whether the account of the statement has an invitation that it can still accept. */
export const IS_INVITED = sql<boolean>`exists (select from invitation
  where invitation.account_uid = "user".uid and ${IS_VALID} and ${IS_OPEN})`;
