import type { ExternalLoginError } from '@octavo/contract/external-login';
import { loginPreset } from '@octavo/contract/login-presets';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import type { Cipher } from '../../secrets.ts';
import type { Oauth2Form } from '../setting/setting.ts';
import { createProviderClient } from './oauth2-http.ts';
import type { ProviderRequest, ProviderResponse } from './oauth2-http.ts';
import type { ExternalIdentity } from './external-identity.ts';
import {
  describeError,
  findUserId,
  isOfTenant,
  parseAccessToken,
  parseErrorCode,
  parseFields,
  parseIdentity,
  parseOwnErrorCode,
  tokenRequest,
  userRequest,
} from './provider.policy.ts';
import type { Provider } from './provider.policy.ts';

/** The default redirect URI; the settings may override it. */
export function defaultRedirectUri({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `${publicUrl.origin}/api/ExtLogin/oauth2`;
}

export function toProvider(form: Oauth2Form, cipher: Cipher, config: Config): Provider {
  const { client_secret, redirectUri } = form;
  return {
    ...form,
    allowedAddresses: config.oauth2AllowedAddresses,
    redirectUri: redirectUri || defaultRedirectUri(config),
    client_secret: client_secret === '' ? '' : (cipher.decrypt(client_secret) ?? ''),
  };
}

type Log = Pick<FastifyBaseLogger, 'warn'>;
type Step = 'token' | 'user info' | 'profile';

/** The error for a response of the provider. The documented codes of a preset explain what the user can do. */
function responseError(
  { preset }: Provider,
  { status, text }: ProviderResponse,
  otherwise: ExternalLoginError,
): ExternalLoginError {
  const explained = loginPreset(preset)?.errors[parseOwnErrorCode(text)];
  if (explained) return explained;
  if (status >= 500) return 'providerDown';
  return parseErrorCode(text) === 'invalid_client' ? 'providerSetup' : otherwise;
}

/**
 * Exchanges the authorization code for a token and fetches the user's identity, with a third request if the provider
 * returns names at another address.
 */
export async function fetchIdentity(
  provider: Provider,
  { code, verifier }: { readonly code: string; readonly verifier: string },
  log: Log,
): Promise<ExternalIdentity> {
  const warn = (reason: string) => log.warn({ reason }, 'OAuth2 provider failed');
  const missingPath = () => {
    warn('the form has no token or user info path');
    return new AppError('providerRefused');
  };
  const send = createProviderClient(provider);
  const request = async (step: Step, sent: ProviderRequest, isFine: (text: string) => boolean) => {
    const response = await send(sent).catch((error: unknown) => {
      log.warn({ err: error }, 'OAuth2 provider failed');
      throw new AppError('providerDown');
    });
    if (response.status < 300 && isFine(response.text)) return response.text;
    warn(`${step}: ${response.status} ${describeError(response.text)}`);
    // A response about a user that has neither an error nor an id.
    const isWithoutId = step === 'user info' && parseOwnErrorCode(response.text) === '';
    const missingId = isWithoutId && loginPreset(provider.preset)?.missingId;
    throw new AppError(responseError(provider, response, missingId || 'providerRefused'));
  };

  const asked = tokenRequest(provider, code, verifier);
  if (!asked) throw missingPath();
  const token = await request('token', asked, (text) => parseAccessToken(text) !== '');
  const access_token = parseAccessToken(token);
  const userPath = provider.userinfo_path || provider.resource_path;
  const userinfo = userRequest(provider, userPath, { access_token, code });
  if (!userinfo) throw missingPath();
  const user = await request('user info', userinfo, (text) => findUserId(provider, text) !== '');
  const id = findUserId(provider, user);
  const details = userRequest(provider, provider.profile_path, { access_token, id });
  const profile = details
    ? [await request('profile', details, (text) => parseOwnErrorCode(text) === '')]
    : [];
  if (!isOfTenant(provider, ...[user, ...profile, token].map((text) => parseFields(text)))) {
    warn('the user belongs to another tenant');
    throw new AppError('accountNotAllowed');
  }
  return parseIdentity(provider, id, [user, ...profile]);
}
