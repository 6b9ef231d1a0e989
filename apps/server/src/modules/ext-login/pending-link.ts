import { identityKind } from '@octavo/contract/login-method.entities';
import type { IdentityKind } from '@octavo/contract/login-method.entities';
import { z } from 'zod';
import type { Ctx } from '../../http/context.ts';
import { newToken } from '../../secrets.ts';

/** Long enough for the user to look up a forgotten password. */
export const PENDING_LINK_SECONDS = 600;

const pendingLinkSchema = z.object({
  nonce: z.string(),
  kind: identityKind,
  id: z.string(),
  username: z.string(),
  expires: z.number(),
});
export type PendingLink = z.output<typeof pendingLinkSchema>;

type Here = Pick<Ctx, 'client' | 'deps'>;

/** Stores the authenticated external identity in an encrypted cookie of this browser. */
export function offerLink(
  { client, deps }: Here,
  kind: IdentityKind,
  { id, username }: Pick<PendingLink, 'id' | 'username'>,
): void {
  const expires = deps.now().getTime() + PENDING_LINK_SECONDS * 1000;
  const pending: PendingLink = { nonce: newToken(), kind, id, username, expires };
  client.setPendingLink(deps.identitySealer.seal(JSON.stringify(pending)), PENDING_LINK_SECONDS);
}

/** Undefined when this browser has none, or one that has expired. */
export function readPendingLink({ client, deps }: Here): PendingLink | undefined {
  const sealed = client.pendingLink();
  const opened = sealed === undefined ? undefined : deps.identitySealer.open(sealed);
  if (opened === undefined) return undefined;
  const pending = pendingLinkSchema.parse(JSON.parse(opened));
  return pending.expires > deps.now().getTime() ? pending : undefined;
}
