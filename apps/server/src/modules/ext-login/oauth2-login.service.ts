import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { localPath } from '@octavo/contract/local-path';
import { paths } from '@octavo/contract/paths';
import { AppError } from '../../app-error.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { endSessions } from '../account/end-sessions.ts';
import { logIn } from '../account/start-login.ts';
import { redirectTo, redirectWithError } from './redirect-response.ts';
import { identityNote, isReplaced, linkIdentity } from './external-identity.ts';
import { startAttempt, consumeAttempt } from './oauth2-attempt.ts';
import type { LoginAttempt } from './oauth2-attempt.ts';
import { findOrCreateAccount } from './external-account.ts';
import type { ExternalIdentity } from './external-identity.ts';
import { fetchIdentity, toProvider } from './oauth2-client.ts';
import type { Provider } from './provider.policy.ts';
import { externalIdentityRepository } from './external-identity.repository.ts';
import { deviceRepository } from '../account/device.repository.ts';

type ExtLogin = Calls['extLogin'];
type LoginCtx = Ctx<ExtLogin['oauth2']['access']>;

/** Undefined while OAuth 2 logins are switched off. */
async function loadProvider({ deps }: Pick<Ctx, 'deps'>): Promise<Provider | undefined> {
  const { oauth2_open, oauth2_form } = await deps.settings.get();
  return oauth2_open ? toProvider(oauth2_form, deps.settingCipher, deps.config) : undefined;
}

/**
 * Links the identity to the account of the logged-in user, who has confirmed their password when the attempt started.
 */
async function linkViewer(
  ctx: LoginCtx,
  work: UnitOfWork,
  uid: number,
  identity: ExternalIdentity,
) {
  const { viewer } = ctx;
  if (viewer.kind !== 'user' || viewer.uid !== uid) throw new AppError('attemptEnded');
  const previous = await linkIdentity(
    work.db,
    uid,
    { kind: 'oauth2', ...identity },
    { replace: true },
  );
  if (isReplaced(previous, identity.id)) await endSessions(work, ctx, uid);
  ctx.note({ as: 'user.linkIdentity', ...identityNote('oauth2', previous, identity) });
  return { uid, username: viewer.username };
}

async function logInAtProvider(ctx: LoginCtx, identity: ExternalIdentity): Promise<void> {
  const { viewer } = ctx;
  const linked = await externalIdentityRepository(ctx.db).find('oauth2', identity.id);
  if (viewer.kind === 'user' && viewer.uid === linked?.uid) {
    // A user who authenticates again keeps the current session.
    await ctx.transaction(async (work) => {
      await findOrCreateAccount(ctx, work.db, 'oauth2', identity);
      await deviceRepository(work.db).setVerified(viewer.device_id);
      return { uid: viewer.uid, username: viewer.username };
    });
    return;
  }
  await logIn(
    ctx,
    { external: 'provider' },
    async (work) => (await findOrCreateAccount(ctx, work.db, 'oauth2', identity)).uid,
  );
}

/** The page on which the attempt was started. */
function startPage(attempt: LoginAttempt | undefined): string {
  if (attempt && attempt.link_uid > 0) return paths.userSetting.href();
  return paths.login.href({ redirect: localPath(attempt?.redirect) });
}

export async function oauth2(ctx: LoginCtx, input: CallRequest<ExtLogin['oauth2']>) {
  const provider = await loadProvider(ctx);
  const { code, state, error } = input;
  const isCallback = code !== undefined || state !== undefined || error !== undefined;
  if (!isCallback) {
    const redirect = localPath(input.redirect) ?? paths.myItems.href();
    const options = { redirect, link_uid: 0, again: input.again === true };
    const url = provider && startAttempt(ctx, provider, options);
    return url === undefined
      ? redirectWithError(new AppError('attemptEnded'), startPage(undefined))
      : redirectTo(url);
  }
  const attempt = await consumeAttempt(ctx, state);
  try {
    if (!provider || !attempt) throw new AppError('attemptEnded');
    if (error !== undefined)
      throw new AppError(error === 'access_denied' ? 'providerDenied' : 'providerRefused');
    if (!code) throw new AppError('attemptEnded');
    const { verifier, link_uid } = attempt;
    const identity = await fetchIdentity(provider, { code, verifier }, ctx.deps.log);
    if (link_uid > 0) await ctx.transaction((work) => linkViewer(ctx, work, link_uid, identity));
    else await logInAtProvider(ctx, identity);
    return redirectTo(localPath(attempt.redirect) ?? paths.myItems.href());
  } catch (failure) {
    return redirectWithError(failure, startPage(attempt));
  }
}

export async function linkOauth2(ctx: Ctx<ExtLogin['linkOauth2']['access']>) {
  const provider = await loadProvider(ctx);
  const options = { redirect: paths.userSetting.href(), link_uid: ctx.viewer.uid, again: false };
  const url = provider && startAttempt(ctx, provider, options);
  if (url === undefined) throw new AppError('attemptEnded');
  return { url };
}
