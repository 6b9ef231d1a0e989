import type { ExternalLoginError } from '@octavo/contract/external-login';
import { MAX_EXTERNAL_ID_LENGTH } from '@octavo/contract/setting-limits';
import type { FastifyBaseLogger } from 'fastify';
import { jwtVerify } from 'jose';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client';
import type { Configuration } from 'openid-client';
import { AppError } from '../../app-error.ts';
import type { EndedOidcLogin } from '../account/device.repository.ts';
import type { OidcSession } from '../account/oidc-session.ts';
import type { ExternalIdentity } from './external-identity.ts';
import {
  createDiscovery,
  createProviderFetch,
  DiscoveryError,
  SIGNATURE_ALGORITHMS,
  toConfiguration,
  withOpenid,
} from './oidc-discovery.ts';
import { isOfTenant, providerUserId, readProfile } from './provider.policy.ts';
import type { Fields, Provider } from './provider.policy.ts';

/** How long after its issue a logout token is accepted, and how far the clocks may differ. */
const LOGOUT_TOKEN_SECONDS = 300;
const CLOCK_TOLERANCE_SECONDS = 60;
/** Longer than any logout token is accepted: within this time its `jti` is accepted once. */
export const LOGOUT_TOKEN_MEMORY_SECONDS = LOGOUT_TOKEN_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

interface OidcAttempt {
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
}

interface OidcLogin {
  readonly identity: ExternalIdentity;
  readonly session: OidcSession;
}

interface LogoutToken {
  readonly jti: string;
  readonly ended: EndedOidcLogin;
}

export interface OidcClient {
  authorizationUrl(
    provider: Provider,
    attempt: OidcAttempt & { readonly again: boolean },
  ): Promise<URL>;
  /** Exchanges the code of the callback and verifies the identity. */
  fetchLogin(
    provider: Provider,
    callback: Readonly<Record<'code' | 'iss', string | undefined>>,
    attempt: OidcAttempt,
  ): Promise<OidcLogin>;
  /** Undefined for a token that is not valid, or cannot be verified because the provider is down. */
  verifyLogoutToken(provider: Provider, token: string): Promise<LogoutToken | undefined>;
}

/** The messages of an error and its causes, without the responses in them, which may hold tokens. */
function describe(error: unknown): string {
  const messages: string[] = [];
  for (let each = error; each instanceof Error && messages.length < 4; each = each.cause)
    messages.push(each.message);
  if (error instanceof ResponseBodyError) messages.push(error.error, error.error_description ?? '');
  return messages.join(': ').slice(0, 300);
}

/** Ids are part of unique indexes. */
const isStorable = (id: unknown): id is string =>
  typeof id === 'string' &&
  id !== '' &&
  id.length <= MAX_EXTERNAL_ID_LENGTH &&
  !/\p{Cc}/u.test(id) &&
  id.isWellFormed();

const hasProfile = ({ username, name, email }: ReturnType<typeof readProfile>) =>
  username !== '' && name !== '' && email !== '';

/** The claims of the token, and those of the user info endpoint if the token lacks some. */
async function readClaims(
  provider: Provider,
  configuration: Configuration,
  tokens: Awaited<ReturnType<typeof authorizationCodeGrant>>,
): Promise<Fields & { readonly sub: string }> {
  const claims = tokens.claims();
  if (!claims) throw new Error('the response has no id_token');
  if (hasProfile(readProfile(provider, claims))) return claims;
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  // Verifies that the response is about the same subject.
  const userinfo = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return { ...userinfo, ...claims };
}

function toLogin(
  provider: Provider,
  issuer: string,
  claims: Fields & { readonly sub: string },
): OidcLogin {
  const { sub, sid } = claims;
  if (!isStorable(sub) || (sid !== undefined && !isStorable(sid)))
    throw new Error('sub or sid cannot be stored');
  return {
    identity: { id: providerUserId(provider, sub), ...readProfile(provider, claims) },
    session: { issuer, sub, sid },
  };
}

export function createOidcClient({
  log,
  now,
}: {
  log: Pick<FastifyBaseLogger, 'warn'>;
  now: () => Date;
}): OidcClient {
  const discovery = createDiscovery();

  /** Runs requests to the provider; its errors become those that the login screen shows. */
  async function atProvider<T>(
    provider: Provider,
    act: (
      configuration: Configuration,
      found: Awaited<ReturnType<typeof discovery.get>>,
    ) => Promise<T> | T,
  ): Promise<T> {
    const { providerFetch, seen } = createProviderFetch(provider);
    const errorName = (error: unknown): ExternalLoginError => {
      if (error instanceof DiscoveryError)
        return ['document', 'issuer', 'insecure'].includes(error.fault)
          ? 'providerInvalid'
          : 'providerDown';
      if (seen.error !== undefined || seen.status >= 500) return 'providerDown';
      if (!(error instanceof ResponseBodyError)) return 'providerInvalid';
      if (error.error === 'invalid_grant') return 'attemptEnded';
      return /client/.test(error.error) ? 'providerSetup' : 'providerRefused';
    };
    try {
      const found = await discovery.get(provider);
      return await act(toConfiguration(provider, found.metadata, providerFetch), found);
    } catch (error) {
      if (error instanceof AppError) throw error;
      const name = errorName(error);
      // A code that was used before says nothing about the provider.
      if (name !== 'attemptEnded') discovery.clear();
      log.warn({ reason: describe(error) }, 'OpenID provider failed');
      throw new AppError(name);
    }
  }

  return {
    authorizationUrl: (provider, { state, verifier, nonce, again }) =>
      atProvider(provider, async (configuration) =>
        buildAuthorizationUrl(configuration, {
          redirect_uri: provider.redirectUri,
          scope: withOpenid(provider.scope),
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(again && { prompt: 'login' }),
        }),
      ),

    fetchLogin: (provider, { code, iss }, { state, verifier, nonce }) =>
      atProvider(provider, async (configuration, { metadata }) => {
        const callback = new URL(provider.redirectUri);
        for (const [name, value] of Object.entries({ code, iss, state }))
          if (value !== undefined) callback.searchParams.set(name, value);
        const tokens = await authorizationCodeGrant(configuration, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = await readClaims(provider, configuration, tokens);
        if (!isOfTenant(provider, claims)) {
          log.warn({ reason: 'the user belongs to another tenant' }, 'OpenID login rejected');
          throw new AppError('accountNotAllowed');
        }
        return toLogin(provider, metadata.issuer, claims);
      }),

    async verifyLogoutToken(provider, token) {
      try {
        const { metadata, keys } = await discovery.get(provider);
        const { issuer } = metadata;
        const { payload, protectedHeader } = await jwtVerify(token, keys, {
          issuer,
          audience: provider.client_id,
          algorithms: SIGNATURE_ALGORITHMS,
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          maxTokenAge: LOGOUT_TOKEN_SECONDS,
          currentDate: now(),
        });
        const { typ } = protectedHeader;
        if (typ !== undefined && !/^(?:application\/)?(?:logout\+)?jwt$/i.test(typ))
          throw new Error('the type is not that of a logout token');
        return toLogoutToken(issuer, payload);
      } catch (error) {
        log.warn({ reason: describe(error) }, 'logout token rejected');
        return undefined;
      }
    },
  };
}

function toLogoutToken(issuer: string, claims: Fields): LogoutToken {
  const { jti, sub, sid, nonce, events } = claims;
  const event = (events as Record<string, unknown> | null | undefined)?.[LOGOUT_EVENT];
  if (typeof event !== 'object' || event === null) throw new Error('not a logout event');
  // An id_token has one and must not be accepted as a logout token.
  if (nonce !== undefined) throw new Error('a logout token has no nonce');
  if (typeof jti !== 'string' || jti === '') throw new Error('no jti');
  if (sub !== undefined && !isStorable(sub)) throw new Error('invalid sub');
  if (sid !== undefined && !isStorable(sid)) throw new Error('invalid sid');
  if (sid !== undefined) return { jti, ended: { issuer, sid, ...(sub !== undefined && { sub }) } };
  if (sub === undefined) throw new Error('neither sub nor sid');
  return { jti, ended: { issuer, sub } };
}
