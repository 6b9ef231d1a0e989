import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Ctx } from '../../http/context.ts';
import { newToken } from '../../secrets.ts';
import { authorizeAddress } from './provider.policy.ts';
import type { Provider } from './provider.policy.ts';

const LIFE_SECONDS = 600;

const sealedAttempt = z.object({
  state: z.string(),
  verifier: z.string(),
  redirect: z.string(),
  expires: z.number(),
  /** The account to link the identity to; 0 for a login. */
  link_uid: z.int(),
});
export type Attempt = z.output<typeof sealedAttempt>;

type Here = Pick<Ctx, 'client' | 'deps' | 'repos'>;

/** Stores the attempt in an encrypted cookie and returns the provider's authorization URL. */
export function beginAttempt(
  { client, deps }: Here,
  provider: Provider,
  wish: { readonly redirect: string; readonly link_uid: number; readonly again: boolean },
): string | undefined {
  const verifier = newToken();
  const state = newToken();
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const url = authorizeAddress(provider, { state, challenge, again: wish.again });
  if (!url) return undefined;
  const { redirect, link_uid } = wish;
  const expires = deps.now().getTime() + LIFE_SECONDS * 1000;
  const attempt: Attempt = { state, verifier, redirect, link_uid, expires };
  client.setOauth2Attempt(deps.providerSealer.seal(JSON.stringify(attempt)), LIFE_SECONDS);
  return url.href;
}

/** Returns the attempt that this browser started, once; undefined if there is none, or if it has expired. */
export async function endAttempt(
  { client, deps, repos }: Here,
  state: string | undefined,
): Promise<Attempt | undefined> {
  const sealed = client.oauth2Attempt();
  client.clearOauth2Attempt();
  const opened = sealed === undefined ? undefined : deps.providerSealer.open(sealed);
  if (opened === undefined) return undefined;
  const attempt = sealedAttempt.parse(JSON.parse(opened));
  if (attempt.state !== state || attempt.expires <= deps.now().getTime()) return undefined;
  return (await repos.spentProofs.spend(`oauth2 ${state}`, LIFE_SECONDS)) ? attempt : undefined;
}
