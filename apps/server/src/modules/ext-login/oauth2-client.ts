import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import type { Cipher } from '../../secrets.ts';
import type { Oauth2Form } from '../setting/setting.ts';
import { createProviderClient } from './oauth2-http.ts';
import type { ExternalIdentity } from './external-identity.ts';
import {
  endpointUrl,
  parseErrorCode,
  parseIdentity,
  parseAccessToken,
  tokenRequest,
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

/** Exchanges the authorization code for a token and fetches the user's identity. */
export async function fetchIdentity(
  provider: Provider,
  { code, verifier }: { readonly code: string; readonly verifier: string },
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<ExternalIdentity> {
  const providerError = (reason: string) => {
    log.warn({ reason }, 'OAuth2 provider failed');
    return new AppError('providerRefused');
  };
  const token = endpointUrl(provider, provider.token_path);
  const userinfo = endpointUrl(provider, provider.userinfo_path || provider.resource_path);
  if (!token || !userinfo) throw providerError('the form has no token or user info path');
  const send = createProviderClient(provider);
  const request = (providerRequest: Parameters<typeof send>[0]) =>
    send(providerRequest).catch((error: unknown) => {
      log.warn({ err: error }, 'OAuth2 provider failed');
      throw new AppError('providerDown');
    });
  const tokenResponse = await request({ url: token, ...tokenRequest(provider, code, verifier) });
  if (tokenResponse.status >= 500) throw new AppError('providerDown');
  const accessToken = tokenResponse.status < 300 ? parseAccessToken(tokenResponse.text) : '';
  if (accessToken === '')
    throw providerError(
      `token: ${tokenResponse.status} ${parseErrorCode(tokenResponse.text).slice(0, 100)}`,
    );
  const userInfoResponse = await request({
    url: userinfo,
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if (userInfoResponse.status >= 500) throw new AppError('providerDown');
  const identity =
    userInfoResponse.status < 300 ? parseIdentity(provider, userInfoResponse.text) : undefined;
  if (!identity)
    throw providerError(`user info: ${userInfoResponse.status}, or no stable id in it`);
  return identity;
}
