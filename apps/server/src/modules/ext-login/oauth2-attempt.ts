import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Ctx } from '../../http/context.ts';
import { newToken } from '../../secrets.ts';
import { authorizationUrl } from './provider.policy.ts';
import type { Provider } from './provider.policy.ts';
import { usedNonceRepository } from './used-nonce.repository.ts';

const ATTEMPT_TTL_SECONDS = 600;

const attemptSchema = z.object({
  state: z.string(),
  verifier: z.string(),
  /** Binds the id_token of an OpenID provider to this attempt. */
  nonce: z.string(),
  /** The OpenID provider; empty for OAuth2. */
  issuer: z.string(),
  redirect: z.string(),
  expires: z.number(),
  /** The account to link the identity to; 0 for a login. */
  link_uid: z.int(),
});
export type LoginAttempt = z.output<typeof attemptSchema>;

type AttemptContext = Pick<Ctx, 'client' | 'deps' | 'db'>;

const issuerOf = ({ kind, issuer }: Pick<Provider, 'kind' | 'issuer'>) =>
  kind === 'oidc' ? issuer : '';

/** Stores the attempt in an encrypted cookie and returns the provider's authorization URL. */
export async function startAttempt(
  { client, deps }: AttemptContext,
  provider: Provider,
  options: { readonly redirect: string; readonly link_uid: number; readonly again: boolean },
): Promise<string | undefined> {
  const { again, redirect, link_uid } = options;
  const [verifier, state, nonce] = [newToken(), newToken(), newToken()];
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const url =
    provider.kind === 'oidc'
      ? await deps.oidc.authorizationUrl(provider, { state, verifier, nonce, again })
      : authorizationUrl(provider, { state, challenge, again });
  if (!url) return undefined;
  const expires = deps.now().getTime() + ATTEMPT_TTL_SECONDS * 1000;
  const issuer = issuerOf(provider);
  const attempt: LoginAttempt = { state, verifier, nonce, issuer, redirect, link_uid, expires };
  client.setOauth2Attempt(
    deps.providerCipher.encrypt(JSON.stringify(attempt)),
    ATTEMPT_TTL_SECONDS,
  );
  return url.href;
}

/**
 * Returns the attempt that this browser started, once; undefined if there is none, if it has expired, or if it was
 * started at another provider.
 */
export async function consumeAttempt(
  { client, deps, db }: AttemptContext,
  provider: Provider | undefined,
  state: string | undefined,
): Promise<LoginAttempt | undefined> {
  const encrypted = client.oauth2Attempt();
  client.clearOauth2Attempt();
  const decrypted = encrypted === undefined ? undefined : deps.providerCipher.decrypt(encrypted);
  if (decrypted === undefined) return undefined;
  // An earlier release may have written the cookie, in another form.
  const { data: attempt } = attemptSchema.safeParse(JSON.parse(decrypted));
  if (!attempt || attempt.state !== state || attempt.expires <= deps.now().getTime())
    return undefined;
  if (!provider || attempt.issuer !== issuerOf(provider)) return undefined;
  return (await usedNonceRepository(db).markUsed(`oauth2 ${state}`, ATTEMPT_TTL_SECONDS))
    ? attempt
    : undefined;
}
