import { calls } from '@octavo/contract';
import type { Call } from '@octavo/contract/define-call';
import { TOKEN_PREFIX } from '@octavo/contract/token-scope';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isWellFormed, shownPrefix } from '../../access/access-token.ts';
import type { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { bearerToken } from '../../http/identify.ts';
import { hashToken } from '../../secrets.ts';
import { accessTokenRepository } from './access-token.repository.ts';
import { recordRejection } from './record-failed-login.ts';

type ErrorName = AppError['errorName'];

const allCalls = Object.values(calls).flatMap((verbs): Call[] => Object.values(verbs));

/** Why a personal access token was refused, by the error of the response. */
const TOKEN_REASONS: Partial<Record<ErrorName, string>> = {
  tokenInvalid: 'unknown',
  tokenExpired: 'expired',
  tokenElsewhere: 'address',
  addressRefused: 'network',
  tokenRefused: 'call',
  tokenScopeMissing: 'scope',
  tokenNeedsItem: 'items',
  tokenItemExcluded: 'items',
};

/** Why the open API key of an item was refused. */
const KEY_REASONS: Partial<Record<ErrorName, string>> = {
  wrongApiToken: 'key',
  addressRefused: 'network',
};

/** The kind of link that a route takes. */
const LINK_ROUTES: Readonly<Record<string, string>> = {
  '/api/user/resetPasswordByUrl': 'reset',
  '/api/user/verifyEmail': 'verify',
  '/api/user/invitation': 'invitation',
  '/api/user/acceptInvitation': 'invitation',
  '/api/user/setup': 'setup',
};

/** The calls that scripts make with the API key of an item. */
const KEY_ROUTES: ReadonlySet<string> = new Set(
  allCalls.flatMap(({ path, aliases = [], access }) =>
    access.who === 'itemToken' ? [path, ...aliases] : [],
  ),
);

/** The calls for which users prove their identity again. */
const CONFIRMED_ROUTES: ReadonlySet<string> = new Set(
  allCalls.flatMap(({ path, aliases = [], reauth }) => (reauth ? [path, ...aliases] : [])),
);
const CONFIRM_ERRORS: readonly ErrorName[] = [
  'wrongPassword',
  'factorCodeWrong',
  'passkeyRejected',
  // Of the last failure before a captcha is required.
  'captchaNeeded',
];

/** What the user tried to confirm with. */
function confirmedWith({ body }: FastifyRequest): string {
  const has = (field: string) => typeof body === 'object' && body !== null && field in body;
  if (has('passkey')) return 'passkey';
  return has('factor_code') ? 'secondFactor' : 'password';
}

/** The owner of the token, also of an expired one. */
async function recordRefusedToken(request: FastifyRequest, deps: Deps, reason: string) {
  const token = bearerToken(request) ?? '';
  const isToken = token.startsWith(TOKEN_PREFIX) && isWellFormed(token);
  const owner = isToken
    ? await accessTokenRepository(deps.db).findByToken(hashToken(token))
    : undefined;
  recordRejection(deps, clientOf(request), {
    action: 'accessToken.refused',
    account: owner,
    facts: {
      reason,
      call: routeOf(request),
      // Only of a known token: anything else may be another secret.
      ...(owner && { token_prefix: shownPrefix(token) }),
    },
  });
}

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? '';

const clientOf = (request: FastifyRequest) => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 400).toWellFormed(),
  requestId: request.id.slice(0, 100).toWellFormed(),
});

async function record(request: FastifyRequest, deps: Deps, name: ErrorName): Promise<void> {
  const client = clientOf(request);
  const keyReason = KEY_ROUTES.has(routeOf(request)) ? KEY_REASONS[name] : undefined;
  if (keyReason !== undefined)
    return recordRejection(deps, client, {
      action: 'open.refused',
      account: undefined,
      facts: { reason: keyReason, call: routeOf(request) },
    });
  const tokenReason = TOKEN_REASONS[name];
  // Logins record it themselves.
  if (tokenReason !== undefined && (name !== 'addressRefused' || bearerToken(request)))
    return recordRefusedToken(request, deps, tokenReason);
  const link = LINK_ROUTES[routeOf(request)];
  if (name === 'linkInvalid' && link !== undefined)
    recordRejection(deps, client, {
      action: 'user.linkRefused',
      account: undefined,
      facts: { reason: link },
    });
  else if (
    request.uid !== undefined &&
    CONFIRMED_ROUTES.has(routeOf(request)) &&
    CONFIRM_ERRORS.includes(name)
  )
    recordRejection(deps, client, {
      action: 'user.confirmFailed',
      account: { uid: request.uid },
      facts: { reason: confirmedWith(request), call: routeOf(request) },
    });
  return undefined;
}

/** Writes refused tokens, keys and links to the audit log, after the response: no request waits for it. */
export function recordRefusedAttempts(app: FastifyInstance, deps: Deps): void {
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.errorName !== undefined)
      record(request, deps, request.errorName).catch((error: unknown) => {
        request.log.error({ err: error }, 'recording a refused attempt in the audit log failed');
      });
    done();
  });
}
