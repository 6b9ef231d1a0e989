import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { Oauth2Test } from '@octavo/contract/admin-oauth2.entities';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { newToken } from '../../secrets.ts';
import { forgetSettings } from '../setting/forget-settings.ts';
import { savedBy } from '../setting/saved-by.ts';
import { changedForm, isBlank } from '../setting/changed-form.ts';
import { providerQuestions } from './ask-provider.ts';
import type { Answer, Question } from './ask-provider.ts';
import { faultOf } from './fault.ts';
import { ForbiddenAddress } from './provider-address.policy.ts';
import { openProvider, ownRedirect } from './provider-login.ts';
import {
  addressOf,
  authorizeAddress,
  discoveredForm,
  errorOf,
  tokenQuestion,
} from './provider.policy.ts';
import type { Provider } from './provider.policy.ts';

type AdminSetting = Calls['adminSetting'];

const OAUTH2_SECRETS = {
  secrets: ['client_secret'],
  place: ['host', 'protocol', 'token_path'],
} as const;
type Step = Oauth2Test['steps'][number]['step'];
type Fault = Oauth2Test['steps'][number]['fault'];

export async function loadOauth2Config(ctx: Ctx<AdminSetting['loadOauth2Config']['access']>) {
  const { oauth2_open, oauth2_form, oauth2_saved } = await ctx.repos.settings.load();
  const { client_secret, ...form } = oauth2_form;
  return {
    oauth2_open,
    own_redirect: ownRedirect(ctx.deps.config),
    oauth2_form: { ...form, has_client_secret: client_secret !== '' },
    oauth2_saved,
  };
}

export async function saveOauth2Config(
  ctx: Ctx<AdminSetting['saveOauth2Config']['access']>,
  { oauth2_open, oauth2_form }: CallRequest<AdminSetting['saveOauth2Config']>,
) {
  if (oauth2_open === undefined && isBlank(oauth2_form, OAUTH2_SECRETS))
    throw new AppError('invalidRequest', { field: 'body' });
  const present = await ctx.repos.settings.hold();
  ctx.note({ was: { ...present }, secrets: ['oauth2_form.client_secret', 'oauth2_form.ca'] });
  const sealer = ctx.deps.settingSealer;
  await ctx.repos.settings.save({
    ...(oauth2_open !== undefined && { oauth2_open }),
    ...(oauth2_form && {
      oauth2_form: changedForm(present.oauth2_form, oauth2_form, OAUTH2_SECRETS, sealer),
    }),
    oauth2_saved: savedBy(ctx),
  });
  forgetSettings(ctx, ctx);
  return {};
}

/**
 * An invalid authorization code and access token. An endpoint that rejects it with a proper OAuth 2 error is the right
 * one.
 */
const NO_CODE = 'octavo-test';

function authorizeFault({ status }: Answer): Fault {
  if (status === 404) return 'absent';
  if (status >= 500) return 'broken';
  return status >= 400 ? 'client' : '';
}

function tokenFault({ status, text }: Answer): Fault {
  const error = errorOf(text);
  if (/client/.test(error) || status === 401) return 'client';
  if (error !== '') return '';
  return status === 404 || status === 405 ? 'absent' : 'broken';
}

function userinfoFault({ status }: Answer): Fault {
  if (status === 404 || status === 405) return 'absent';
  return status >= 500 ? 'broken' : '';
}

/** Requests that need no user: each endpoint must accept the client and reject the invalid code. */
function knocks(provider: Provider): [Step, Question | undefined, (answer: Answer) => Fault][] {
  const again = false;
  const url = authorizeAddress(provider, { state: newToken(), challenge: newToken(), again });
  const token = addressOf(provider, provider.token_path);
  const userinfo = addressOf(provider, provider.userinfo_path || provider.resource_path);
  const headers = { authorization: `Bearer ${NO_CODE}` };
  return [
    ['authorize', url && { url }, authorizeFault],
    ['token', token && { url: token, ...tokenQuestion(provider, NO_CODE, newToken()) }, tokenFault],
    ['userinfo', userinfo && { url: userinfo, headers }, userinfoFault],
  ];
}

export async function testOauth2(
  ctx: Ctx<AdminSetting['testOauth2']['access']>,
  { oauth2_form }: CallRequest<AdminSetting['testOauth2']>,
) {
  const { settingSealer: sealer, config } = ctx.deps;
  const present = (await ctx.repos.settings.load()).oauth2_form;
  const form = changedForm(present, oauth2_form, OAUTH2_SECRETS, sealer);
  const provider = openProvider(form, sealer, config);
  const ask = providerQuestions(provider);
  const begun = performance.now();
  const steps: { step: Step; is_fine: boolean; fault: Fault; milliseconds: number }[] = [];
  for (const [step, question, judge] of knocks(provider)) {
    const asked = performance.now();
    const fault: Fault = question
      ? await ask(question).then(judge, (error: unknown): Fault => {
          if (error instanceof ForbiddenAddress) return 'forbidden';
          const why = faultOf(error);
          return why === 'refused' ? 'broken' : why;
        })
      : 'absent';
    const milliseconds = Math.round(performance.now() - asked);
    steps.push({ step, is_fine: fault === '', fault, milliseconds });
    if (fault !== '') break;
  }
  return { steps, milliseconds: Math.round(performance.now() - begun) };
}

export async function discoverOauth2(
  { deps }: Ctx<AdminSetting['discoverOauth2']['access']>,
  { issuer, ca }: CallRequest<AdminSetting['discoverOauth2']>,
) {
  const url = new URL(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`);
  const allowedAddresses = deps.config.oauth2AllowedAddresses;
  const answer = await providerQuestions({ ca, allowedAddresses })({ url }).catch((error) => {
    throw new AppError(error instanceof ForbiddenAddress ? 'localProvider' : 'providerDown');
  });
  const form = answer.status === 200 ? discoveredForm(issuer, answer.text) : undefined;
  if (!form) throw new AppError('providerRefused');
  return form;
}
