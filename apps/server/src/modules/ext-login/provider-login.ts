import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import type { Sealer } from '../../secrets.ts';
import type { Oauth2Form } from '../setting/setting.ts';
import { providerQuestions } from './ask-provider.ts';
import type { ExternalIdentity } from './external-identity.ts';
import { addressOf, errorOf, personOf, tokenOf, tokenQuestion } from './provider.policy.ts';
import type { Provider } from './provider.policy.ts';

/** The default redirect URI; the settings may override it. */
export function ownRedirect({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `${publicUrl.origin}/api/ExtLogin/oauth2`;
}

export function openProvider(form: Oauth2Form, sealer: Sealer, config: Config): Provider {
  const { client_secret, redirectUri } = form;
  return {
    ...form,
    allowedAddresses: config.oauth2AllowedAddresses,
    redirectUri: redirectUri || ownRedirect(config),
    client_secret: client_secret === '' ? '' : (sealer.open(client_secret) ?? ''),
  };
}

/** Exchanges the authorization code for a token and fetches the user's identity. */
export async function askForPerson(
  provider: Provider,
  { code, verifier }: { readonly code: string; readonly verifier: string },
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<ExternalIdentity> {
  const refused = (why: string) => {
    log.warn({ why }, 'provider');
    return new AppError('providerRefused');
  };
  const token = addressOf(provider, provider.token_path);
  const userinfo = addressOf(provider, provider.userinfo_path || provider.resource_path);
  if (!token || !userinfo) throw refused('the form has no token or user info path');
  const ask = providerQuestions(provider);
  const asked = (question: Parameters<typeof ask>[0]) =>
    ask(question).catch((error: unknown) => {
      log.warn({ err: error }, 'provider');
      throw new AppError('providerDown');
    });
  const given = await asked({ url: token, ...tokenQuestion(provider, code, verifier) });
  if (given.status >= 500) throw new AppError('providerDown');
  const accessToken = given.status < 300 ? tokenOf(given.text) : '';
  if (accessToken === '')
    throw refused(`token: ${given.status} ${errorOf(given.text).slice(0, 100)}`);
  const told = await asked({
    url: userinfo,
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if (told.status >= 500) throw new AppError('providerDown');
  const person = told.status < 300 ? personOf(provider, told.text) : undefined;
  if (!person) throw refused(`user info: ${told.status}, or no lasting id in it`);
  return person;
}
