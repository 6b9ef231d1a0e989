import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { IdentityKind } from '@octavo/contract/login-method.entities';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { recordFailedLogin } from '../account/record-failed-login.ts';
import { endSessions } from '../account/end-sessions.ts';
import { assertMayLogIn, logIn } from '../account/start-login.ts';
import { usernameKey } from '../../lib/username-key.ts';
import {
  assertOtherMethod,
  identityNote,
  isReplaced,
  linkIdentity,
  loginMethodsOf,
  unlinkIdentity,
} from './external-identity.ts';
import type { ExternalIdentity } from './external-identity.ts';
import { PENDING_LINK_SECONDS, readPendingLink } from './pending-link.ts';
import type { PendingLink } from './pending-link.ts';
import { userRepository } from '../account/user.repository.ts';
import { secondFactorRepository } from '../account/second-factor.repository.ts';
import { usedNonceRepository } from './used-nonce.repository.ts';

type ExtLogin = Calls['extLogin'];

export async function loginMethods(ctx: Ctx<ExtLogin['loginMethods']['access']>) {
  return loginMethodsOf(ctx.db, ctx.viewer.uid, await ctx.deps.settings.get());
}

async function unlinkOwn(ctx: Ctx<ExtLogin['unlinkLdap']['access']>, kind: IdentityKind) {
  const { db, viewer } = ctx;
  await userRepository(db).lock(viewer.uid);
  assertOtherMethod(await loginMethods(ctx), kind);
  const previous = await unlinkIdentity(db, viewer.uid, kind);
  ctx.note({ as: 'user.unlinkIdentity', ...identityNote(kind, previous, undefined) });
  await endSessions(ctx, ctx, viewer.uid);
  return {};
}

export const unlinkOauth2 = (ctx: Ctx<ExtLogin['unlinkOauth2']['access']>) =>
  unlinkOwn(ctx, 'oauth2');

export const unlinkLdap = (ctx: Ctx<ExtLogin['unlinkLdap']['access']>) => unlinkOwn(ctx, 'ldap');

/** Failed directory passwords count towards the limits of the login. */
async function verifyLdapPassword(
  ctx: Ctx<ExtLogin['linkLdap']['access']>,
  input: CallRequest<ExtLogin['linkLdap']>,
): Promise<ExternalIdentity> {
  const { passwords, ldapLogin } = ctx.deps;
  const { ldap_username, ldap_password, v_code } = input;
  let identity: ExternalIdentity | undefined;
  await passwords.check({
    name: usernameKey(ldap_username),
    hashed: undefined,
    password: ldap_password,
    code: v_code,
    client: ctx.client,
    onFailure: () =>
      recordFailedLogin(ctx.deps, ctx.client, {
        account: ctx.viewer,
        reason: 'password',
        facts: { kind: 'ldap' },
      }),
    fallback: async () => {
      identity = await ldapLogin.find(ldap_username, ldap_password);
      return identity !== undefined;
    },
  });
  if (!identity) throw new AppError('wrongLogin');
  return identity;
}

export async function linkLdap(
  ctx: Ctx<ExtLogin['linkLdap']['access']>,
  input: CallRequest<ExtLogin['linkLdap']>,
) {
  const { uid } = ctx.viewer;
  const identity = await verifyLdapPassword(ctx, input);
  return ctx.transaction(async (work) => {
    const previous = await linkIdentity(
      work.db,
      uid,
      { kind: 'ldap', ...identity },
      { replace: true },
    );
    if (isReplaced(previous, identity.id)) await endSessions(work, ctx, uid);
    ctx.note({ as: 'user.linkIdentity', ...identityNote('ldap', previous, identity) });
    return {};
  });
}

/** The account that a login with this username would find. */
const findPendingAccount = ({ db }: Pick<Ctx, 'db'>, { username }: PendingLink) =>
  userRepository(db).findForLogin(usernameKey(username), username);

export async function pendingLink(ctx: Ctx<ExtLogin['pendingLink']['access']>) {
  const pending = readPendingLink(ctx);
  if (!pending) throw new AppError('attemptEnded');
  const account = await findPendingAccount(ctx, pending);
  const { kind, username } = pending;
  return { kind, username, has_password: Boolean(account?.password_hash) };
}

/** Requires both the pending link, which proves the external login, and the password of the local account. */
export async function confirmLink(
  ctx: Ctx<ExtLogin['confirmLink']['access']>,
  { password, v_code }: CallRequest<ExtLogin['confirmLink']>,
) {
  await assertMayLogIn(ctx);
  const pending = readPendingLink(ctx);
  if (!pending) throw new AppError('attemptEnded');
  const account = await findPendingAccount(ctx, pending);
  if (!account?.password_hash) throw new AppError('notLinked');
  const recordRejected = (reason: 'password' | 'disabled') =>
    recordFailedLogin(ctx.deps, ctx.client, { account, reason, facts: { kind: pending.kind } });
  const isCorrect = await ctx.deps.passwords.check({
    name: account.username_key,
    hashed: account.password_hash,
    password,
    code: v_code,
    client: ctx.client,
    onFailure: () => recordRejected('password'),
  });
  if (!isCorrect) throw new AppError('wrongPassword');
  if (account.disabled_time) {
    recordRejected('disabled');
    throw new AppError('accountDisabled');
  }
  // The password alone must not add a way in to an account with a second factor.
  if (await secondFactorRepository(ctx.db).hasFactor(account.uid))
    throw new AppError('linkInSettings');
  return logIn(ctx, { oidc: pending.oidc && { sid: undefined, ...pending.oidc } }, async (work) => {
    const { db } = work;
    if (
      !(await usedNonceRepository(db).markUsed(`identity ${pending.nonce}`, PENDING_LINK_SECONDS))
    )
      throw new AppError('attemptEnded');
    const previous = await linkIdentity(db, account.uid, pending, { replace: true });
    if (isReplaced(previous, pending.id)) await endSessions(work, ctx, account.uid);
    ctx.note({ as: 'user.linkIdentity', ...identityNote(pending.kind, previous, pending) });
    work.afterCommit(() => ctx.client.clearPendingLink());
    return account.uid;
  });
}
