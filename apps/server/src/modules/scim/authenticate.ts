import { SCIM_TOKEN_PREFIX } from '@octavo/contract/scim';
import type { FastifyRequest } from 'fastify';
import { isWellFormed } from '../../access/access-token.ts';
import { AppError } from '../../app-error.ts';
import type { Deps } from '../../deps.ts';
import { addressBlock } from '../../realtime/address-block.ts';
import { hashToken } from '../../secrets.ts';
import { recordFailedLogin } from '../account/record-failed-login.ts';
import type { ScimClient } from './scim-context.ts';
import { ScimError } from './scim-error.ts';
import { scimTokenRepository } from './scim-token.repository.ts';

/** Of one token. Microsoft Entra asks for 25 requests in a second. */
const MAX_PER_MINUTE = 6000;
const MAX_FAILURES = 100;
const FAILURES_SECONDS = 600;

/**
 * The identity provider of a request, by its token. The token is looked up each time, so that a revoked one ends at once,
 * and only by its hash, so that the time of the answer tells nothing about it.
 */
export async function authenticate(deps: Deps, request: FastifyRequest): Promise<ScimClient> {
  const { limiter, db } = deps;
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 400).toWellFormed();
  const address = request.ip;
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new ScimError(401, '', 'Send the token as Authorization: Bearer.');
  const found = isWellFormed(token, SCIM_TOKEN_PREFIX)
    ? await scimTokenRepository(db).find(hashToken(token))
    : undefined;
  if (!found) {
    // Customers of an identity provider share its addresses: the mistakes of one must not stop the others.
    const failures = await limiter.hit(`scim:failed:${addressBlock(address)}`, FAILURES_SECONDS);
    if (failures > MAX_FAILURES) throw new AppError('tooManyRequests');
    recordFailedLogin(
      deps,
      { address, userAgent, requestId: request.id },
      { account: undefined, reason: 'scimToken', facts: { kind: 'scim' } },
    );
    throw new ScimError(401, '', 'The token is unknown or revoked. Create one in the console.');
  }
  const { id, name, prefix, is_untouched } = found;
  if ((await limiter.hit(`scim:token:${id}`, 60)) > MAX_PER_MINUTE)
    throw new AppError('tooManyRequests');
  if (is_untouched) await scimTokenRepository(db).touch(id, address);
  return { id, name, prefix, address, userAgent };
}
