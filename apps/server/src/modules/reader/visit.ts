import { LANGUAGE_COOKIE } from '@octavo/contract/language-cookie';
import { languages } from '@octavo/contract/entities';
import type { Language } from '@octavo/contract/entities';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '../../access/viewer.ts';
import type { Client } from '../../http/context.ts';
import { identify } from '../../http/identify.ts';
import { preferredLanguage } from '../../http/language.ts';
import { siteLanguage } from '../../http/site-identity.ts';
import { clientOf } from '../../http/mount-calls.ts';
import type { Mount } from '../../http/mount-calls.ts';

/** Somebody opens an address: who they are, what their browser holds, which language they read. */
export interface Visit {
  readonly viewer: Viewer;
  readonly client: Client;
  readonly language: Language;
}

/** The account's language, else this browser's choice, else what it prefers, else the site's. */
function languageOf(request: FastifyRequest, viewer: Viewer, fallback: Language): Language {
  const own = viewer.kind === 'user' ? viewer.language : null;
  const chosen = languages.find((language) => language === request.cookies[LANGUAGE_COOKIE]);
  return own ?? chosen ?? preferredLanguage(request.headers['accept-language'], fallback);
}

export async function visitOf(
  request: FastifyRequest,
  reply: FastifyReply,
  mount: Mount,
): Promise<Visit> {
  const { viewer, byToken } = await identify(request, {}, false, mount);
  if (viewer.kind === 'user') request.uid = viewer.uid;
  return {
    viewer,
    client: clientOf(request, reply, mount, byToken),
    language: languageOf(request, viewer, siteLanguage(mount.deps)),
  };
}
