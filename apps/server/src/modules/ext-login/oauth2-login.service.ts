import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { localPath } from '@octavo/contract/local-path';
import { paths } from '@octavo/contract/paths';
import { AppError } from '../../app-error.ts';
import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { endSessions } from '../account/end-sessions.ts';
import { logIn } from '../account/start-login.ts';
import { toOidcColumns } from '../account/oidc-session.ts';
import type { OidcSession } from '../account/oidc-session.ts';
import { redirectTo, redirectWithError } from './redirect-response.ts';
import { identityNote, isReplaced, linkIdentity } from './external-identity.ts';
import { startAttempt, consumeAttempt } from './oauth2-attempt.ts';
import type { LoginAttempt } from './oauth2-attempt.ts';
import { findOrCreateAccount, recordRefusedLogin } from './external-account.ts';
import type { ExternalIdentity } from './external-identity.ts';
import { fetchIdentity, toProvider } from './oauth2-client.ts';
import type { Provider } from './provider.policy.ts';
import { externalIdentityRepository } from './external-identity.repository.ts';
import { deviceRepository } from '../account/device.repository.ts';

type ExtLogin = Calls['extLogin'];
type LoginCtx = Ctx<ExtLogin['oauth2']['access']>;

/** Undefined while logins at the provider are switched off. */
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

interface ProviderLogin {
  readonly identity: ExternalIdentity;
  /** Of an OpenID provider: what a back-channel logout names the session by. */
  readonly session?: OidcSession;
}

async function fetchLogin(
  { deps }: LoginCtx,
  provider: Provider,
  attempt: LoginAttempt,
  callback: { readonly code: string; readonly iss: string | undefined },
): Promise<ProviderLogin> {
  if (provider.kind === 'oidc') return deps.oidc.fetchLogin(provider, callback, attempt);
  const { verifier } = attempt;
  return { identity: await fetchIdentity(provider, { code: callback.code, verifier }, deps.log) };
}

async function logInAtProvider(ctx: LoginCtx, { identity, session }: ProviderLogin): Promise<void> {
  const { viewer } = ctx;
  const linked = await externalIdentityRepository(ctx.db).find('oauth2', identity.id);
  if (viewer.kind === 'user' && viewer.uid === linked?.uid) {
    // A user who authenticates again keeps the current session.
    await ctx.transaction(async (work) => {
      await findOrCreateAccount(ctx, work.db, 'oauth2', identity);
      await deviceRepository(work.db).setVerified(viewer.device_id);
      if (session)
        await deviceRepository(work.db).setOidcSession(viewer.device_id, toOidcColumns(session));
      return { uid: viewer.uid, username: viewer.username };
    });
    return;
  }
  await logIn(
    ctx,
    { external: 'provider', oidc: session },
    async (work) => (await findOrCreateAccount(ctx, work.db, 'oauth2', identity, session)).uid,
  );
}

/** The page on which the attempt was started. */
function startPage(attempt: LoginAttempt | undefined): string {
  if (attempt && attempt.link_uid > 0) return paths.userSetting.href();
  return paths.login.href({ redirect: localPath(attempt?.redirect) });
}

/** The page that the provider's login starts from, or an error of the login screen. */
async function redirectToProvider(
  ctx: LoginCtx,
  provider: Provider | undefined,
  input: CallRequest<ExtLogin['oauth2']>,
) {
  const redirect = localPath(input.redirect);
  const options = {
    redirect: redirect ?? paths.myItems.href(),
    link_uid: 0,
    again: input.again === true,
  };
  try {
    const url = provider && (await startAttempt(ctx, provider, options));
    if (url === undefined) throw new AppError('attemptEnded');
    return redirectTo(url);
  } catch (failure) {
    return redirectWithError(failure, paths.login.href({ redirect }));
  }
}

export async function oauth2(ctx: LoginCtx, input: CallRequest<ExtLogin['oauth2']>) {
  const provider = await loadProvider(ctx);
  const { state, error, iss } = input;
  const code = input.code ?? input.authCode;
  if (code === undefined && state === undefined && error === undefined)
    return redirectToProvider(ctx, provider, input);

  const attempt = await consumeAttempt(ctx, provider, state);
  try {
    if (!provider || !attempt) throw new AppError('attemptEnded');
    if (error !== undefined)
      throw new AppError(error === 'access_denied' ? 'providerDenied' : 'providerRefused');
    // Some providers return without a code when the user declines.
    if (!code) throw new AppError('providerDenied');
    const login = await fetchLogin(ctx, provider, attempt, { code, iss });
    const { link_uid } = attempt;
    if (link_uid > 0)
      await ctx.transaction((work) => linkViewer(ctx, work, link_uid, login.identity));
    else await logInAtProvider(ctx, login);
    return redirectTo(localPath(attempt.redirect) ?? paths.myItems.href());
  } catch (failure) {
    recordRefusedLogin(ctx, 'oauth2', failure);
    return redirectWithError(failure, startPage(attempt));
  }
}

export async function linkOauth2(ctx: Ctx<ExtLogin['linkOauth2']['access']>) {
  const provider = await loadProvider(ctx);
  const options = { redirect: paths.userSetting.href(), link_uid: ctx.viewer.uid, again: false };
  const url = provider && (await startAttempt(ctx, provider, options));
  if (url === undefined) throw new AppError('attemptEnded');
  return { url };
}
