import { TOKEN_PREFIX } from '@octavo/contract/token-scope';
import type { FastifyRequest } from 'fastify';
import { consoleLimits, mayLogInFrom } from '../access/networks.ts';
import { mustSetUpSecondFactor } from '../access/required-second-factor.ts';
import type { Viewer } from '../access/viewer.ts';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import type { Fields } from './bodies.ts';
import type { Cookies } from './cookies.ts';
import { isSameSite } from './same-site.ts';

const VISITOR: Viewer = { kind: 'visitor' };

/** Longer than any valid token, and short enough to cache an invalid one. */
const MAX_TOKEN_LENGTH = 256;

export function bearerToken(request: FastifyRequest): string | undefined {
  const token = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return token?.slice(0, MAX_TOKEN_LENGTH);
}

/** ShowDoc clients send the token in the body of a POST. A token in the URL is never read. */
function bodyToken(request: FastifyRequest, fields: Fields): string | undefined {
  const token = request.method === 'POST' ? fields['user_token'] : undefined;
  return typeof token === 'string' && token !== '' ? token.slice(0, MAX_TOKEN_LENGTH) : undefined;
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

export interface Caller {
  readonly viewer: Viewer;
  /**
   * Set if the user has to set up a second factor before anything else. For all requests but the calls for that
   * (`beforeSetUp`) the caller is a visitor.
   */
  readonly unprovenUser?: Extract<Viewer, { kind: 'user' }>;
  /** Token requests neither read nor write the login cookie; otherwise any site could log a browser in. */
  readonly byToken: boolean;
  /** The item whose key and token were sent. */
  readonly tokenItem?: number;
  /** The last characters of that key, for the audit log. */
  readonly keyTail?: string;
  /** The first characters of the personal access token, for the audit log. */
  readonly tokenPrefix?: string;
}

/**
 * Identifies the caller. If the request has a token, cookies are ignored even if the token is invalid. A personal access
 * token is accepted in the header only.
 */
export async function identify(
  request: FastifyRequest,
  fields: Fields,
  isUnsafeGet: boolean,
  { deps, cookies }: { deps: Deps; cookies: Cookies },
): Promise<Caller> {
  const bearer = bearerToken(request);
  const token = bearer ?? bodyToken(request, fields);
  const cookie = token === undefined ? cookies.readLogin(request) : undefined;
  const requestOrigin = {
    method: request.method,
    isUnsafeGet,
    hasToken: token !== undefined,
    hasCookie: cookie !== undefined,
    secFetchSite: header(request, 'sec-fetch-site'),
    origin: header(request, 'origin'),
    referer: header(request, 'referer'),
  };
  if (!isSameSite(requestOrigin, deps.config.publicUrl))
    throw new AppError('crossSite', { address: deps.config.publicUrl.origin });
  const credential = token ?? cookie;
  const account =
    credential === undefined
      ? undefined
      : bearer?.startsWith(TOKEN_PREFIX)
        ? await deps.sessions.findByAccessToken(bearer, request.ip)
        : await deps.sessions.find(credential, request.ip);
  const byToken = token !== undefined;
  if (!account) return { viewer: VISITOR, byToken };
  const settings = await deps.settings.get();
  if (!mayLogInFrom(request.ip, settings)) {
    // A browser is led to the login, which says why.
    if (byToken) throw new AppError('addressRefused');
    return { viewer: VISITOR, byToken };
  }
  const user = {
    kind: 'user',
    ...account,
    ...consoleLimits(account, request.ip, settings),
  } as const;
  if (!mustSetUpSecondFactor(account, settings, deps.now()))
    return { viewer: user, byToken, ...(account.token && { tokenPrefix: account.token.prefix }) };
  // A second factor is set up in a session.
  if (account.token) throw new AppError('secondFactorRequired');
  return { viewer: VISITOR, unprovenUser: user, byToken };
}
