import type { Oauth2Test, ProviderFault } from '@octavo/contract/admin-oauth2.entities';
import { loginPreset } from '@octavo/contract/login-presets';
import { newToken } from '../../secrets.ts';
import { createProviderClient } from './oauth2-http.ts';
import type { ProviderResponse, ProviderRequest } from './oauth2-http.ts';
import { connectionFault, discover, DiscoveryError, withOpenid } from './oidc-discovery.ts';
import type { OidcMetadata } from './oidc-discovery.ts';
import {
  authorizationUrl,
  parseAccessToken,
  parseErrorCode,
  parseFields,
  parseOwnErrorCode,
  tokenRequest,
  userRequest,
} from './provider.policy.ts';
import type { Provider } from './provider.policy.ts';

type Step = Oauth2Test['steps'][number]['step'];
type TestStep = readonly [Step, () => Promise<ProviderFault>];

/**
 * An invalid authorization code and access token. An endpoint that rejects it with a proper OAuth 2 error is the right
 * one.
 */
const INVALID_CODE = 'octavo-test';

function authorizeError({ status }: ProviderResponse): ProviderFault {
  if (status === 404) return 'absent';
  if (status >= 500) return 'broken';
  return status >= 400 ? 'client' : '';
}

function tokenError({ preset }: Provider, { status, text }: ProviderResponse): ProviderFault {
  const explained = loginPreset(preset)?.errors[parseOwnErrorCode(text)];
  if (explained === 'providerSetup') return 'client';
  if (explained === 'attemptEnded' || parseAccessToken(text) !== '') return '';
  const error = parseErrorCode(text);
  if (/client/.test(error) || status === 401) return 'client';
  if (error !== '') return '';
  return status === 404 || status === 405 ? 'absent' : 'broken';
}

function userinfoError({ status }: ProviderResponse): ProviderFault {
  if (status === 404 || status === 405) return 'absent';
  return status >= 500 ? 'broken' : '';
}

/** Requests that need no user: each endpoint must accept the client and reject the invalid code. */
function oauth2Steps(provider: Provider): TestStep[] {
  const send = createProviderClient(provider);
  const step = (
    name: Step,
    request: ProviderRequest | undefined,
    classify: (response: ProviderResponse) => ProviderFault,
  ): TestStep => [name, async () => (request ? classify(await send(request)) : 'absent')];
  const attempt = { state: newToken(), challenge: newToken(), again: false };
  const url = authorizationUrl(provider, attempt);
  const userPath = provider.userinfo_path || provider.resource_path;
  const user = { access_token: INVALID_CODE, code: INVALID_CODE };
  return [
    step('authorize', url && { url }, authorizeError),
    step('token', tokenRequest(provider, INVALID_CODE, newToken()), (response) =>
      tokenError(provider, response),
    ),
    step('userinfo', userRequest(provider, userPath, user), userinfoError),
  ];
}

const isSigningKey = (key: Record<string, unknown>) =>
  ['RSA', 'EC', 'OKP'].includes(String(key['kty'])) && (key['use'] ?? 'sig') === 'sig';

async function keysError(provider: Provider, { jwks_uri }: OidcMetadata): Promise<ProviderFault> {
  const { status, text } = await createProviderClient(provider)({ url: new URL(jwks_uri) });
  const { keys } = parseFields(text);
  return status === 200 && Array.isArray(keys) && keys.some(isSigningKey) ? '' : 'keys';
}

/** The discovered endpoints are tested like those of OAuth2. */
function oidcSteps(provider: Provider): TestStep[] {
  let discovered: Promise<OidcMetadata> | undefined;
  const metadata = () => (discovered ??= discover(provider));
  const likeOauth2 = (step: Step): TestStep => [
    step,
    async () => {
      const { authorization_endpoint, token_endpoint } = await metadata();
      const { host, protocol } = new URL(provider.issuer);
      const steps = oauth2Steps({
        ...provider,
        kind: 'oauth2',
        preset: '',
        token_request: 'form',
        scope: withOpenid(provider.scope),
        host,
        protocol: protocol === 'https:' ? 'https' : 'http',
        authorize_path: authorization_endpoint,
        token_path: token_endpoint,
      });
      return steps.find(([name]) => name === step)?.[1]() ?? '';
    },
  ];
  return [
    ['discovery', async () => metadata().then(() => '' as const)],
    ['keys', async () => keysError(provider, await metadata())],
    likeOauth2('authorize'),
    likeOauth2('token'),
  ];
}

/** Runs the steps of a login one by one, as far as they need no user, and stops at the first that fails. */
export async function diagnoseProvider(provider: Provider) {
  const startedAt = performance.now();
  const steps: { step: Step; is_fine: boolean; fault: ProviderFault; milliseconds: number }[] = [];
  for (const [step, run] of provider.kind === 'oidc'
    ? oidcSteps(provider)
    : oauth2Steps(provider)) {
    const stepStartedAt = performance.now();
    const fault = await run().catch((error: unknown) =>
      error instanceof DiscoveryError ? error.fault : connectionFault(error),
    );
    const milliseconds = Math.round(performance.now() - stepStartedAt);
    steps.push({ step, is_fine: fault === '', fault, milliseconds });
    if (fault !== '') break;
  }
  return { steps, milliseconds: Math.round(performance.now() - startedAt) };
}
