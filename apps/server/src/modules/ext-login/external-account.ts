import { USER_GROUP } from '@octavo/contract/user-group';
import { MAX_DISPLAY_NAME_LENGTH } from '@octavo/contract/limits';
import { email as emailSchema } from '@octavo/contract/wire';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import type { OidcSession } from '../account/oidc-session.ts';
import { recordFailedLogin } from '../account/record-failed-login.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { assertUsername, isReserved } from '../account/username.policy.ts';
import type { ExternalIdentity } from './external-identity.ts';
import type { ExternalIdentityKind } from './external-identity.repository.ts';
import { storePendingLink } from './pending-link.ts';
import type { Connection } from '../../db/connect.ts';
import { auditRepository } from '../audit/audit.repository.ts';
import { externalIdentityRepository } from './external-identity.repository.ts';
import { userRepository } from '../account/user.repository.ts';

interface ExternalAccount {
  readonly uid: number;
  readonly groupid: number;
  readonly disabled_time: Date | null;
}

type LoginContext = Pick<Ctx, 'deps' | 'client'>;

/** The external system has authenticated the user, so the error may say that the account is disabled. */
export function rejectDisabled(
  { deps, client }: LoginContext,
  account: { readonly uid: number },
  kind: ExternalIdentityKind,
): AppError {
  recordFailedLogin(deps, client, { account, reason: 'disabled', facts: { kind } });
  return new AppError('accountDisabled');
}

/** Errors that have an audit entry already, and the one after which the login continues with a second factor. */
const RECORDED_ERRORS: readonly string[] = ['accountDisabled', 'notLinked', 'secondFactorNeeded'];

/** For the logins that start at another site: records why the provider or the link vouches for no user. */
export function recordRefusedLogin(
  { deps, client }: LoginContext,
  kind: 'oauth2' | 'integration',
  failure: unknown,
): void {
  const error = failure instanceof AppError ? failure.errorName : 'general';
  if (RECORDED_ERRORS.includes(error)) return;
  const reason = kind === 'oauth2' ? 'provider' : 'link';
  recordFailedLogin(deps, client, { account: undefined, reason, facts: { kind, error } });
}

async function findLinkedAccount(
  ctx: LoginContext,
  db: Connection,
  kind: ExternalIdentityKind,
  { id, username }: ExternalIdentity,
) {
  const externalIdentities = externalIdentityRepository(db);
  const linked = await externalIdentities.find(kind, id);
  if (linked?.disabled_time) throw rejectDisabled(ctx, linked, kind);
  // Password confirmation searches the directory by this username.
  if (linked && username !== '' && linked.external_username !== username)
    await externalIdentities.rename(kind, id, username);
  return linked;
}

/**
 * Returns the account of an external identity and creates it at the first login. Only the link identifies the
 * account: an existing account with the same username is never taken over.
 */
export async function findOrCreateAccount(
  ctx: LoginContext,
  db: Connection,
  kind: ExternalIdentityKind,
  identity: ExternalIdentity,
  oidc?: OidcSession,
): Promise<ExternalAccount> {
  const linked = await findLinkedAccount(ctx, db, kind, identity);
  if (linked) return linked;
  const { id, username, name, email = '' } = identity;
  assertUsername(username);
  const sameNameAccount = await userRepository(db).findForLogin(usernameKey(username), username);
  if (!sameNameAccount && isReserved(username)) throw new AppError('usernameReserved');
  const inserted =
    !sameNameAccount &&
    (await userRepository(db).insert({
      username,
      username_key: usernameKey(username),
      name: name.slice(0, MAX_DISPLAY_NAME_LENGTH),
      email: emailSchema.safeParse(email).data ?? '',
      groupid: USER_GROUP,
      password_hash: null,
      local_access: false,
      language: null,
    }));
  if (inserted) {
    // An administrator has linked the identity concurrently: the error rolls back the new account.
    if (!(await externalIdentityRepository(db).insert(kind, id, inserted.uid, username)))
      throw new AppError('attemptEnded');
    await auditRepository(db).insert({
      action: 'user.register',
      uid: inserted.uid,
      username,
      actor_kind: 'user',
      subject_uid: null,
      item_id: null,
      page_id: null,
      team_id: null,
      facts: { kind, external_id: id, external_username: username },
      address: ctx.client.address,
      user_agent: ctx.client.userAgent,
      request_id: ctx.client.requestId,
    });
    return { uid: inserted.uid, groupid: USER_GROUP, disabled_time: null };
  }
  // A concurrent login of the same identity may have created the account.
  const concurrentlyLinked = await findLinkedAccount(ctx, db, kind, identity);
  if (concurrentlyLinked) return concurrentlyLinked;
  recordFailedLogin(ctx.deps, ctx.client, {
    account: sameNameAccount,
    reason: 'notLinked',
    facts: { kind, external_id: id },
  });
  if (kind !== 'integration') storePendingLink(ctx, kind, identity, oidc);
  throw new AppError('notLinked');
}
