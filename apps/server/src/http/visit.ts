import type { Call } from '@octavo/contract/define-call';
import type { Language } from '@octavo/contract/entities';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assertScope } from '../access/token-limits.ts';
import type { Viewer } from '../access/viewer.ts';
import type { Client } from './context.ts';
import { identify } from './identify.ts';
import { documentLanguage } from './language.ts';
import { siteLanguage } from './site-identity.ts';
import { createClient } from './mount-calls.ts';
import type { HttpDeps } from './mount-calls.ts';

/** The user, client and language of a page request. */
export interface Visit {
  readonly viewer: Viewer;
  readonly client: Client;
  readonly language: Language;
}

/** `scope`: what a personal access token needs. */
export async function resolveVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  mount: HttpDeps,
  scope: Call['scope'],
): Promise<Visit> {
  const { viewer, byToken } = await identify(request, {}, false, mount);
  assertScope(viewer, { scope });
  if (viewer.kind === 'user') request.uid = viewer.uid;
  return {
    viewer,
    client: createClient(request, reply, mount, byToken),
    language: documentLanguage(request, viewer, siteLanguage(mount.deps)),
  };
}
