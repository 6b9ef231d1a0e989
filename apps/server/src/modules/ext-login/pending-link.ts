import { identityKind } from '@octavo/contract/login-method.entities';
import type { IdentityKind } from '@octavo/contract/login-method.entities';
import { z } from 'zod';
import type { Ctx } from '../../http/context.ts';
import type { OidcSession } from '../account/oidc-session.ts';
import { newToken } from '../../secrets.ts';

/** Long enough for the user to look up a forgotten password. */
export const PENDING_LINK_SECONDS = 600;

const pendingLinkSchema = z.object({
  nonce: z.string(),
  kind: identityKind,
  id: z.string(),
  username: z.string(),
  /** The login at an OpenID provider, which the session belongs to. */
  oidc: z.object({ issuer: z.string(), sub: z.string(), sid: z.string().optional() }).optional(),
  expires: z.number(),
});
export type PendingLink = z.output<typeof pendingLinkSchema>;

type PendingLinkContext = Pick<Ctx, 'client' | 'deps'>;

/** Stores the authenticated external identity in an encrypted cookie of this browser. */
export function storePendingLink(
  { client, deps }: PendingLinkContext,
  kind: IdentityKind,
  { id, username }: Pick<PendingLink, 'id' | 'username'>,
  oidc?: OidcSession,
): void {
  const expires = deps.now().getTime() + PENDING_LINK_SECONDS * 1000;
  const pending: PendingLink = { nonce: newToken(), kind, id, username, oidc, expires };
  client.setPendingLink(deps.identityCipher.encrypt(JSON.stringify(pending)), PENDING_LINK_SECONDS);
}

/** Undefined when this browser has none, or one that has expired. */
export function readPendingLink({ client, deps }: PendingLinkContext): PendingLink | undefined {
  const encrypted = client.pendingLink();
  const decrypted = encrypted === undefined ? undefined : deps.identityCipher.decrypt(encrypted);
  if (decrypted === undefined) return undefined;
  const pending = pendingLinkSchema.parse(JSON.parse(decrypted));
  return pending.expires > deps.now().getTime() ? pending : undefined;
}
