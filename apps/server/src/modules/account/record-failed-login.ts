import type { Deps } from '../../deps.ts';
import type { Client } from '../../http/context.ts';
import { addressBlock } from '../../realtime/address-block.ts';
import { auditRepository } from '../audit/audit.repository.ts';

const HOUR = 3600;
/** Entries for one account, or for all unknown names, from one address. */
const MAX_FROM_ADDRESS = 5;
/**
 * Entries of the whole site. Unknown names are counted separately, so that they do not use up the limit of real
 * accounts.
 */
const MAX_OF_ACCOUNTS = 500;
const MAX_OF_UNKNOWN = 100;

interface FailedLogin {
  /** Undefined when no account has this username; the typed name is not stored. */
  readonly account: { readonly uid: number } | undefined;
  /** `address`: the client is outside the networks for logins. `notLinked`: the external login succeeded, but an unlinked local account has the same username. */
  readonly reason:
    | 'password'
    | 'secondFactor'
    | 'passkey'
    | 'unknown'
    | 'disabled'
    | 'notLinked'
    | 'address';
  readonly facts?: { readonly kind: string; readonly external_id?: string };
}

async function insertEntry(
  { db, limiter }: Deps,
  { address, userAgent }: Client,
  { account, reason, facts }: FailedLogin,
): Promise<void> {
  const kind = account ? 'account' : 'unknown';
  const siteLimit = account ? MAX_OF_ACCOUNTS : MAX_OF_UNKNOWN;
  const block = addressBlock(address);
  const addressCount = await limiter.hit(`audit:login:${account?.uid ?? kind}:${block}`, HOUR);
  if (addressCount > MAX_FROM_ADDRESS) return;
  const siteCount = await limiter.hit(`audit:login:${kind}`, HOUR);
  if (siteCount > siteLimit) return;
  const isLast = addressCount === MAX_FROM_ADDRESS || siteCount === siteLimit;
  await auditRepository(db).insert({
    action: 'user.loginFailed',
    uid: null,
    username: '',
    subject_uid: account?.uid ?? null,
    item_id: null,
    page_id: null,
    team_id: null,
    facts: { reason, ...facts, ...(isLast && { more_unlisted: true }) },
    address,
    user_agent: userAgent,
  });
}

/**
 * Writes an audit log entry, within limits. The caller does not wait for it, so that the response time does not reveal
 * whether an account exists.
 */
export function recordFailedLogin(deps: Deps, client: Client, failed: FailedLogin): void {
  insertEntry(deps, client, failed).catch((error: unknown) => {
    deps.log.error({ err: error }, 'recording a failed login in the audit log failed');
  });
}
