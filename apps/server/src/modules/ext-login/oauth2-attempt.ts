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
  redirect: z.string(),
  expires: z.number(),
  /** The account to link the identity to; 0 for a login. */
  link_uid: z.int(),
});
export type LoginAttempt = z.output<typeof attemptSchema>;

type AttemptContext = Pick<Ctx, 'client' | 'deps' | 'db'>;

/** Stores the attempt in an encrypted cookie and returns the provider's authorization URL. */
export function startAttempt(
  { client, deps }: AttemptContext,
  provider: Provider,
  options: { readonly redirect: string; readonly link_uid: number; readonly again: boolean },
): string | undefined {
  const verifier = newToken();
  const state = newToken();
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const url = authorizationUrl(provider, { state, challenge, again: options.again });
  if (!url) return undefined;
  const { redirect, link_uid } = options;
  const expires = deps.now().getTime() + ATTEMPT_TTL_SECONDS * 1000;
  const attempt: LoginAttempt = { state, verifier, redirect, link_uid, expires };
  client.setOauth2Attempt(
    deps.providerCipher.encrypt(JSON.stringify(attempt)),
    ATTEMPT_TTL_SECONDS,
  );
  return url.href;
}

/** Returns the attempt that this browser started, once; undefined if there is none, or if it has expired. */
export async function consumeAttempt(
  { client, deps, db }: AttemptContext,
  state: string | undefined,
): Promise<LoginAttempt | undefined> {
  const encrypted = client.oauth2Attempt();
  client.clearOauth2Attempt();
  const decrypted = encrypted === undefined ? undefined : deps.providerCipher.decrypt(encrypted);
  if (decrypted === undefined) return undefined;
  const attempt = attemptSchema.parse(JSON.parse(decrypted));
  if (attempt.state !== state || attempt.expires <= deps.now().getTime()) return undefined;
  return (await usedNonceRepository(db).markUsed(`oauth2 ${state}`, ATTEMPT_TTL_SECONDS))
    ? attempt
    : undefined;
}
