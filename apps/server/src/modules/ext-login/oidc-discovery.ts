import type { ProviderFault } from '@octavo/contract/admin-oauth2.entities';
import { createRemoteJWKSet, customFetch as joseFetch } from 'jose';
import type { JWTVerifyGetKey } from 'jose';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client';
import type { ServerMetadata } from 'openid-client';
import { classifyError } from './classify-error.ts';
import { EXTERNAL_TIMEOUT_MS } from './external-timeout.ts';
import { createProviderClient } from './oauth2-http.ts';
import { ForbiddenAddressError } from './provider-address.policy.ts';
import type { Provider } from './provider.policy.ts';

/** Signatures with a secret (HS256) or without any (none) are rejected. */
export const SIGNATURE_ALGORITHMS =
  'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');
/** Unknown keys are fetched again at most this often, so that forged tokens cannot flood the provider. */
const KEY_COOLDOWN_MS = 1000;
const METADATA_TTL_MS = 10 * 60_000;

/** Without `openid` a provider returns no id_token. */
export const withOpenid = (scope: string) =>
  scope.split(' ').includes('openid') ? scope : `openid ${scope}`.trim();

/** What an OpenID provider publishes about itself. */
export interface OidcMetadata extends ServerMetadata {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
}

export interface DiscoveredProvider {
  readonly metadata: OidcMetadata;
  readonly keys: JWTVerifyGetKey;
}

/** A discovery that failed, for the check of the console. */
export class DiscoveryError extends Error {
  readonly fault: Exclude<ProviderFault, ''>;
  /** The issuer that the provider names. */
  readonly foundIssuer: string;

  constructor(fault: Exclude<ProviderFault, ''>, foundIssuer = '', options?: ErrorOptions) {
    super(
      `discovery failed: ${fault}${foundIssuer && `, the provider is ${foundIssuer}`}`,
      options,
    );
    this.fault = fault;
    this.foundIssuer = foundIssuer;
  }
}

type Connectable = Pick<Provider, 'ca' | 'allowedAddresses'>;

/** `fetch` for the libraries: the client of the provider with its address check, its limits and one timeout. */
export function createProviderFetch(provider: Connectable) {
  const send = createProviderClient(provider);
  /** The error of a request that got no response, and the status of the last response. */
  const seen: { error?: unknown; status: number } = { status: 0 };
  const providerFetch = async (
    address: string,
    options: { headers?: HeadersInit | undefined; body?: unknown } = {},
  ): Promise<Response> => {
    const { headers, body } = options;
    const isForm = body instanceof URLSearchParams;
    const text = isForm || typeof body === 'string' ? body.toString() : undefined;
    try {
      const answer = await send({
        url: new URL(address),
        headers: {
          ...Object.fromEntries(new Headers(headers)),
          ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(text !== undefined && { body: text }),
      });
      seen.status = answer.status;
      const hasBody = answer.text !== '' && answer.status !== 204 && answer.status !== 304;
      return new Response(hasBody ? answer.text : null, {
        status: answer.status,
        headers: Object.entries(answer.headers).flatMap(([name, value]) =>
          value === undefined || name === 'set-cookie'
            ? []
            : [[name, String(value)] as [string, string]],
        ),
      });
    } catch (error) {
      seen.error = error;
      throw error;
    }
  };
  return { providerFetch, seen };
}

export function connectionFault(error: unknown): Exclude<ProviderFault, ''> {
  if (error instanceof ForbiddenAddressError) return 'forbidden';
  const kind = classifyError(error);
  return kind === 'refused' ? 'broken' : kind;
}

const isSameIssuer = (one: string, other: string) =>
  one.replace(/\/+$/, '') === other.replace(/\/+$/, '');

/** The endpoints that a login needs, over https if the issuer is. */
function toMetadata(issuer: string, metadata: ServerMetadata): OidcMetadata {
  // The library accepts templates in the issuer of some providers, which would admit every tenant there.
  if (!isSameIssuer(metadata.issuer, issuer)) throw new DiscoveryError('issuer', metadata.issuer);
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = metadata;
  if (!authorization_endpoint || !token_endpoint || !jwks_uri) throw new DiscoveryError('document');
  const endpoints = [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint];
  for (const endpoint of endpoints.filter((each) => each !== undefined)) {
    const protocol = URL.parse(endpoint)?.protocol;
    if (protocol !== 'https:' && protocol !== 'http:') throw new DiscoveryError('document');
    if (protocol === 'http:' && issuer.startsWith('https:')) throw new DiscoveryError('insecure');
  }
  return { ...metadata, authorization_endpoint, token_endpoint, jwks_uri };
}

/** Fetches the discovery document. Throws a `DiscoveryError`. */
export async function discover(
  provider: Pick<Provider, 'issuer'> & Connectable,
): Promise<OidcMetadata> {
  const { issuer } = provider;
  const server = URL.parse(issuer);
  if (!server) throw new DiscoveryError('document');
  const { providerFetch, seen } = createProviderFetch(provider);
  try {
    const found = await discovery(server, 'octavo', undefined, None(), {
      [customFetch]: providerFetch,
      timeout: EXTERNAL_TIMEOUT_MS / 1000,
      execute: server.protocol === 'http:' ? [allowInsecureRequests] : [],
    });
    return toMetadata(issuer, found.serverMetadata());
  } catch (error) {
    if (error instanceof DiscoveryError) throw error;
    const cause = { cause: error };
    if (seen.error !== undefined)
      throw new DiscoveryError(connectionFault(seen.error), '', { cause: seen.error });
    if (seen.status === 404) throw new DiscoveryError('absent', '', cause);
    if (seen.status !== 200) throw new DiscoveryError('broken', '', cause);
    const found = (error as { cause?: { body?: { issuer?: unknown } } }).cause?.body?.issuer;
    if (typeof found === 'string') throw new DiscoveryError('issuer', found, cause);
    throw new DiscoveryError('document', '', cause);
  }
}

/** Keys are fetched again for a token with an unknown key, so the provider can change them at any time. */
function remoteKeys({ jwks_uri }: OidcMetadata, provider: Connectable): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(jwks_uri), {
    [joseFetch]: (address, options) =>
      createProviderFetch(provider).providerFetch(address, options),
    timeoutDuration: EXTERNAL_TIMEOUT_MS,
    cooldownDuration: KEY_COOLDOWN_MS,
    cacheMaxAge: METADATA_TTL_MS,
  });
}

/** Discovers providers and caches the last one, since a site has one. Concurrent logins share a discovery. */
export function createDiscovery() {
  let last: { key: string; until: number; found: Promise<DiscoveredProvider> } | undefined;
  const clear = () => {
    last = undefined;
  };
  return {
    get(provider: Pick<Provider, 'issuer'> & Connectable): Promise<DiscoveredProvider> {
      const { issuer, ca, allowedAddresses } = provider;
      const key = JSON.stringify([issuer, ca, allowedAddresses]);
      if (last?.key === key && last.until > Date.now()) return last.found;
      const found = discover(provider).then((metadata) => ({
        metadata,
        keys: remoteKeys(metadata, { ca, allowedAddresses }),
      }));
      last = { key, until: Date.now() + METADATA_TTL_MS, found };
      found.catch(() => last?.found === found && clear());
      return found;
    },
    /** After a failed login, in case the provider has changed its endpoints. */
    clear,
  };
}

/** The library's view of the provider for one login, with keys that are not cached. */
export function toConfiguration(
  provider: Provider,
  metadata: OidcMetadata,
  providerFetch: ReturnType<typeof createProviderFetch>['providerFetch'],
): Configuration {
  const { client_id, client_secret, client_auth } = provider;
  const authentication =
    client_secret === ''
      ? None()
      : client_auth === 'header'
        ? ClientSecretBasic(client_secret)
        : ClientSecretPost(client_secret);
  // The library caches the keys with the metadata object.
  const configuration = new Configuration({ ...metadata }, client_id, undefined, authentication);
  configuration[customFetch] = providerFetch;
  configuration.timeout = EXTERNAL_TIMEOUT_MS / 1000;
  enableNonRepudiationChecks(configuration);
  if (provider.issuer.startsWith('http:')) allowInsecureRequests(configuration);
  return configuration;
}
