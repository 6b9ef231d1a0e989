import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { localPath } from '@octavo/contract/local-path';
import { paths } from '@octavo/contract/paths';
import { AppError } from '../../app-error.ts';
import type { Ctx, Work } from '../../http/context.ts';
import { startLoginFromOutside } from '../user/start-login.ts';
import { goTo, turnedAway } from './lead-on.ts';
import { identityNote, linkIdentity } from './external-identity.ts';
import { beginAttempt, endAttempt } from './oauth2-attempt.ts';
import type { Attempt } from './oauth2-attempt.ts';
import { outsideAccount } from './outside-account.ts';
import type { ExternalIdentity } from './external-identity.ts';
import { askForPerson, openProvider } from './provider-login.ts';
import type { Provider } from './provider.policy.ts';

type ExtLogin = Calls['extLogin'];
type LoginCtx = Ctx<ExtLogin['oauth2']['access']>;

/** Undefined while OAuth 2 logins are switched off. */
async function presentProvider({ deps }: Pick<Ctx, 'deps'>): Promise<Provider | undefined> {
  const { oauth2_open, oauth2_form } = await deps.settings.get();
  return oauth2_open ? openProvider(oauth2_form, deps.settingSealer, deps.config) : undefined;
}

/**
 * Links the identity to the account of the logged-in user, who has confirmed their password when the attempt started.
 */
async function linkPerson(ctx: LoginCtx, work: Work, uid: number, person: ExternalIdentity) {
  const { viewer } = ctx;
  if (viewer.kind !== 'user' || viewer.uid !== uid) throw new AppError('attemptEnded');
  const was = await linkIdentity(work.repos, uid, { kind: 'oauth2', ...person }, { replace: true });
  ctx.note({ as: 'user.linkIdentity', ...identityNote('oauth2', was, person) });
  return { uid, username: viewer.username };
}

async function enter(ctx: LoginCtx, work: Work, person: ExternalIdentity) {
  const { uid } = await outsideAccount(ctx, work.repos, 'oauth2', person);
  const { viewer } = ctx;
  // A user who authenticates again keeps the current session.
  if (viewer.kind === 'user' && viewer.uid === uid) {
    await work.repos.devices.setProved(viewer.device_id);
    return { uid, username: viewer.username };
  }
  return startLoginFromOutside(ctx, work, uid);
}

/** The page on which the attempt was started. */
function beginning(attempt: Attempt | undefined): string {
  if (attempt && attempt.link_uid > 0) return paths.userSetting.href();
  return paths.login.href({ redirect: localPath(attempt?.redirect) });
}

export async function oauth2(ctx: LoginCtx, input: CallRequest<ExtLogin['oauth2']>) {
  const provider = await presentProvider(ctx);
  const { code, state, error } = input;
  const isBack = code !== undefined || state !== undefined || error !== undefined;
  if (!isBack) {
    const redirect = localPath(input.redirect) ?? paths.myItems.href();
    const wish = { redirect, link_uid: 0, again: input.again === true };
    const url = provider && beginAttempt(ctx, provider, wish);
    return url === undefined
      ? turnedAway(new AppError('attemptEnded'), beginning(undefined))
      : goTo(url);
  }
  const attempt = await endAttempt(ctx, state);
  try {
    if (!provider || !attempt) throw new AppError('attemptEnded');
    if (error !== undefined)
      throw new AppError(error === 'access_denied' ? 'providerDenied' : 'providerRefused');
    if (!code) throw new AppError('attemptEnded');
    const { verifier, link_uid } = attempt;
    const person = await askForPerson(provider, { code, verifier }, ctx.deps.log);
    await ctx.transaction((work) =>
      link_uid > 0 ? linkPerson(ctx, work, link_uid, person) : enter(ctx, work, person),
    );
    return goTo(localPath(attempt.redirect) ?? paths.myItems.href());
  } catch (failure) {
    return turnedAway(failure, beginning(attempt));
  }
}

export async function linkOauth2(ctx: Ctx<ExtLogin['linkOauth2']['access']>) {
  const provider = await presentProvider(ctx);
  const wish = { redirect: paths.userSetting.href(), link_uid: ctx.viewer.uid, again: false };
  const url = provider && beginAttempt(ctx, provider, wish);
  if (url === undefined) throw new AppError('attemptEnded');
  return { url };
}
