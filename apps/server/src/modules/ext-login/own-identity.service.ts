import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { IdentityKind } from '@octavo/contract/login-method.entities';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { recordFailedLogin } from '../user/record-failed-login.ts';
import { forget, startLogin } from '../user/start-login.ts';
import { usernameKey } from '../user/username-key.ts';
import {
  assertOtherMethod,
  identityNote,
  linkIdentity,
  loginMethodsOf,
  unlinkIdentity,
} from './external-identity.ts';
import type { ExternalIdentity } from './external-identity.ts';
import { PENDING_LINK_SECONDS, readPendingLink } from './pending-link.ts';
import type { PendingLink } from './pending-link.ts';

type ExtLogin = Calls['extLogin'];

export async function loginMethods(ctx: Ctx<ExtLogin['loginMethods']['access']>) {
  return loginMethodsOf(ctx.repos, ctx.viewer.uid, await ctx.deps.settings.get());
}

/** Ends the other sessions, since they may have been started with the identity. */
async function unlinkOwn(ctx: Ctx<ExtLogin['unlinkLdap']['access']>, kind: IdentityKind) {
  const { repos, viewer } = ctx;
  await repos.users.lock(viewer.uid);
  assertOtherMethod(await loginMethods(ctx), kind);
  const was = await unlinkIdentity(repos, viewer.uid, kind);
  await repos.devices.revokeOthers(viewer.uid, viewer.device_id);
  ctx.note({ as: 'user.unlinkIdentity', ...identityNote(kind, was, undefined) });
  forget(ctx, ctx, viewer.uid);
  return {};
}

export const unlinkOauth2 = (ctx: Ctx<ExtLogin['unlinkOauth2']['access']>) =>
  unlinkOwn(ctx, 'oauth2');

export const unlinkLdap = (ctx: Ctx<ExtLogin['unlinkLdap']['access']>) => unlinkOwn(ctx, 'ldap');

/** Failed directory passwords count towards the limits of the login. */
async function assertDirectoryPassword(
  ctx: Ctx<ExtLogin['linkLdap']['access']>,
  input: CallRequest<ExtLogin['linkLdap']>,
): Promise<ExternalIdentity> {
  const { passwords, directory } = ctx.deps;
  const { ldap_username, ldap_password, v_code } = input;
  let person: ExternalIdentity | undefined;
  await passwords.check({
    name: usernameKey(ldap_username),
    hashed: undefined,
    password: ldap_password,
    code: v_code,
    from: ctx.client,
    onWrong: () =>
      recordFailedLogin(ctx.deps, ctx.client, {
        account: ctx.viewer,
        reason: 'password',
        facts: { kind: 'ldap' },
      }),
    otherwise: async () => {
      person = await directory.find(ldap_username, ldap_password);
      return person !== undefined;
    },
  });
  if (!person) throw new AppError('wrongLogin');
  return person;
}

export async function linkLdap(
  ctx: Ctx<ExtLogin['linkLdap']['access']>,
  input: CallRequest<ExtLogin['linkLdap']>,
) {
  const { uid } = ctx.viewer;
  const person = await assertDirectoryPassword(ctx, input);
  return ctx.transaction(async ({ repos }) => {
    const was = await linkIdentity(repos, uid, { kind: 'ldap', ...person }, { replace: true });
    ctx.note({ as: 'user.linkIdentity', ...identityNote('ldap', was, person) });
    return {};
  });
}

/** The account that a login with this username would find. */
const accountOf = ({ repos }: Pick<Ctx, 'repos'>, { username }: PendingLink) =>
  repos.users.findForLogin(usernameKey(username), username);

export async function pendingLink(ctx: Ctx<ExtLogin['pendingLink']['access']>) {
  const pending = readPendingLink(ctx);
  if (!pending) throw new AppError('attemptEnded');
  const account = await accountOf(ctx, pending);
  const { kind, username } = pending;
  return { kind, username, has_password: Boolean(account?.password_hash) };
}

/** Requires both the pending link, which proves the external login, and the password of the local account. */
export async function confirmLink(
  ctx: Ctx<ExtLogin['confirmLink']['access']>,
  { password, v_code }: CallRequest<ExtLogin['confirmLink']>,
) {
  const pending = readPendingLink(ctx);
  if (!pending) throw new AppError('attemptEnded');
  const account = await accountOf(ctx, pending);
  if (!account?.password_hash) throw new AppError('notLinked');
  const refused = (reason: 'password' | 'disabled') =>
    recordFailedLogin(ctx.deps, ctx.client, { account, reason, facts: { kind: pending.kind } });
  const right = await ctx.deps.passwords.check({
    name: account.username_key,
    hashed: account.password_hash,
    password,
    code: v_code,
    from: ctx.client,
    onWrong: () => refused('password'),
  });
  if (!right) throw new AppError('wrongPassword');
  if (account.disabled_time) {
    refused('disabled');
    throw new AppError('accountDisabled');
  }
  return ctx.transaction(async (work) => {
    const { repos } = work;
    if (!(await repos.spentProofs.spend(`identity ${pending.nonce}`, PENDING_LINK_SECONDS)))
      throw new AppError('attemptEnded');
    const was = await linkIdentity(repos, account.uid, pending, { replace: true });
    ctx.note({ as: 'user.linkIdentity', ...identityNote(pending.kind, was, pending) });
    work.afterCommit(() => ctx.client.clearPendingLink());
    return startLogin(ctx, work, account.uid, false);
  });
}
