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

type RefusedClient = Pick<Client, 'address' | 'userAgent' | 'requestId'>;
type RejectionDeps = Pick<Deps, 'db' | 'limiter' | 'log'>;

/** An attempt to get in, or to prove one's identity, that was refused. Each action has limits of its own. */
interface Rejection {
  readonly action:
    | 'user.loginFailed'
    /** A link of a mail, an invitation or the first start. */
    | 'user.linkRefused'
    /** A logged-in user who has to prove their identity for a call. */
    | 'user.confirmFailed'
    | 'accessToken.refused'
    /** The open API key of an item. */
    | 'open.refused';
  /** Undefined if the attempt names no account; the name that was typed is not stored. */
  readonly account: { readonly uid: number } | undefined;
  readonly facts: Readonly<Record<string, unknown>> & { readonly reason: string };
}

interface FailedLogin {
  readonly account: Rejection['account'];
  /**
   * `address`: the client is outside the networks for logins. `notLinked`: the external login succeeded, but an unlinked
   * local account has the same username. `provider` and `link`: the provider or the signed link vouches for no user.
   * `scimToken`: a request of an identity provider had an unknown or revoked token.
   */
  readonly reason:
    | 'password'
    | 'secondFactor'
    | 'passkey'
    | 'unknown'
    | 'disabled'
    | 'notLinked'
    | 'provider'
    | 'link'
    | 'address'
    | 'scimToken';
  readonly facts?: {
    readonly kind: string;
    readonly external_id?: string;
    /** The name of the error that the login screen shows. */
    readonly error?: string;
  };
}

async function insertEntry(
  { db, limiter }: RejectionDeps,
  { address, userAgent, requestId }: RefusedClient,
  { action, account, facts }: Rejection,
): Promise<void> {
  const limited = action === 'user.loginFailed' ? 'login' : action;
  const kind = account ? 'account' : 'unknown';
  const siteLimit = account ? MAX_OF_ACCOUNTS : MAX_OF_UNKNOWN;
  const block = addressBlock(address);
  const addressCount = await limiter.hit(`audit:${limited}:${account?.uid ?? kind}:${block}`, HOUR);
  if (addressCount > MAX_FROM_ADDRESS) return;
  const siteCount = await limiter.hit(`audit:${limited}:${kind}`, HOUR);
  if (siteCount > siteLimit) return;
  const isLast = addressCount === MAX_FROM_ADDRESS || siteCount === siteLimit;
  await auditRepository(db).insert({
    action,
    result: 'failure',
    uid: null,
    username: '',
    actor_kind: 'anonymous',
    subject_uid: account?.uid ?? null,
    item_id: null,
    page_id: null,
    team_id: null,
    facts: { ...facts, ...(isLast && { more_unlisted: true }) },
    address,
    user_agent: userAgent,
    request_id: requestId,
  });
}

/**
 * Writes an audit log entry, within limits. The caller does not wait for it, so that the response time does not reveal
 * whether an account exists.
 */
export function recordRejection(
  deps: RejectionDeps,
  client: RefusedClient,
  rejection: Rejection,
): void {
  insertEntry(deps, client, rejection).catch((error: unknown) => {
    deps.log.error({ err: error }, 'recording a refused attempt in the audit log failed');
  });
}

export function recordFailedLogin(
  deps: RejectionDeps,
  client: RefusedClient,
  { account, reason, facts }: FailedLogin,
): void {
  recordRejection(deps, client, {
    action: 'user.loginFailed',
    account,
    facts: { reason, ...facts },
  });
}
