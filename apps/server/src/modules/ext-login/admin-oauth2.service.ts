import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import type { Oauth2Test } from '@octavo/contract/admin-oauth2.entities';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { newToken } from '../../secrets.ts';
import { invalidateSettings } from '../setting/invalidate-settings.ts';
import { savedBy } from '../setting/saved-by.ts';
import { mergeForm, isBlank } from '../setting/merge-form.ts';
import { createProviderClient } from './oauth2-http.ts';
import type { ProviderResponse, ProviderRequest } from './oauth2-http.ts';
import { classifyError } from './classify-error.ts';
import { ForbiddenAddressError } from './provider-address.policy.ts';
import { toProvider, defaultRedirectUri } from './oauth2-client.ts';
import {
  endpointUrl,
  authorizationUrl,
  parseDiscovery,
  parseErrorCode,
  tokenRequest,
} from './provider.policy.ts';
import type { Provider } from './provider.policy.ts';
import { settingRepository } from '../setting/setting.repository.ts';

type AdminSetting = Calls['adminSetting'];

const OAUTH2_SECRETS = {
  secrets: ['client_secret'],
  destination: ['host', 'protocol', 'token_path'],
} as const;
type Step = Oauth2Test['steps'][number]['step'];
type StepError = Oauth2Test['steps'][number]['fault'];

export async function loadOauth2Config(ctx: Ctx<AdminSetting['loadOauth2Config']['access']>) {
  const { oauth2_open, oauth2_form, oauth2_saved } = await settingRepository(ctx.db).load();
  const { client_secret, ...form } = oauth2_form;
  return {
    oauth2_open,
    own_redirect: defaultRedirectUri(ctx.deps.config),
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
  const current = await settingRepository(ctx.db).loadForUpdate();
  ctx.note({ was: { ...current }, secrets: ['oauth2_form.client_secret', 'oauth2_form.ca'] });
  const cipher = ctx.deps.settingCipher;
  await settingRepository(ctx.db).save({
    ...(oauth2_open !== undefined && { oauth2_open }),
    ...(oauth2_form && {
      oauth2_form: mergeForm(current.oauth2_form, oauth2_form, OAUTH2_SECRETS, cipher),
    }),
    oauth2_saved: savedBy(ctx),
  });
  invalidateSettings(ctx, ctx);
  return {};
}

/**
 * An invalid authorization code and access token. An endpoint that rejects it with a proper OAuth 2 error is the right
 * one.
 */
const INVALID_CODE = 'octavo-test';

function authorizeError({ status }: ProviderResponse): StepError {
  if (status === 404) return 'absent';
  if (status >= 500) return 'broken';
  return status >= 400 ? 'client' : '';
}

function tokenError({ status, text }: ProviderResponse): StepError {
  const error = parseErrorCode(text);
  if (/client/.test(error) || status === 401) return 'client';
  if (error !== '') return '';
  return status === 404 || status === 405 ? 'absent' : 'broken';
}

function userinfoError({ status }: ProviderResponse): StepError {
  if (status === 404 || status === 405) return 'absent';
  return status >= 500 ? 'broken' : '';
}

/** Requests that need no user: each endpoint must accept the client and reject the invalid code. */
function testRequests(
  provider: Provider,
): [Step, ProviderRequest | undefined, (response: ProviderResponse) => StepError][] {
  const again = false;
  const url = authorizationUrl(provider, { state: newToken(), challenge: newToken(), again });
  const token = endpointUrl(provider, provider.token_path);
  const userinfo = endpointUrl(provider, provider.userinfo_path || provider.resource_path);
  const headers = { authorization: `Bearer ${INVALID_CODE}` };
  return [
    ['authorize', url && { url }, authorizeError],
    [
      'token',
      token && { url: token, ...tokenRequest(provider, INVALID_CODE, newToken()) },
      tokenError,
    ],
    ['userinfo', userinfo && { url: userinfo, headers }, userinfoError],
  ];
}

export async function testOauth2(
  ctx: Ctx<AdminSetting['testOauth2']['access']>,
  { oauth2_form }: CallRequest<AdminSetting['testOauth2']>,
) {
  const { settingCipher: cipher, config } = ctx.deps;
  const current = (await settingRepository(ctx.db).load()).oauth2_form;
  const form = mergeForm(current, oauth2_form, OAUTH2_SECRETS, cipher);
  const provider = toProvider(form, cipher, config);
  const send = createProviderClient(provider);
  const startedAt = performance.now();
  const steps: { step: Step; is_fine: boolean; fault: StepError; milliseconds: number }[] = [];
  for (const [step, request, classify] of testRequests(provider)) {
    const stepStartedAt = performance.now();
    const fault: StepError = request
      ? await send(request).then(classify, (error: unknown): StepError => {
          if (error instanceof ForbiddenAddressError) return 'forbidden';
          const errorKind = classifyError(error);
          return errorKind === 'refused' ? 'broken' : errorKind;
        })
      : 'absent';
    const milliseconds = Math.round(performance.now() - stepStartedAt);
    steps.push({ step, is_fine: fault === '', fault, milliseconds });
    if (fault !== '') break;
  }
  return { steps, milliseconds: Math.round(performance.now() - startedAt) };
}

export async function discoverOauth2(
  { deps }: Ctx<AdminSetting['discoverOauth2']['access']>,
  { issuer, ca }: CallRequest<AdminSetting['discoverOauth2']>,
) {
  const url = new URL(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`);
  const allowedAddresses = deps.config.oauth2AllowedAddresses;
  const response = await createProviderClient({ ca, allowedAddresses })({ url }).catch((error) => {
    throw new AppError(error instanceof ForbiddenAddressError ? 'localProvider' : 'providerDown');
  });
  const form = response.status === 200 ? parseDiscovery(issuer, response.text) : undefined;
  if (!form) throw new AppError('providerRefused');
  return form;
}
