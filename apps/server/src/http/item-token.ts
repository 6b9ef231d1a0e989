import type { FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import { hashToken } from '../secrets.ts';
import type { Fields } from './bodies.ts';
import type { Caller } from './identify.ts';

/** Enough characters to distinguish keys, and too few to guess one. */
const KEY_TAIL = 4;

/** Reads a header or a body field. The URL is not accepted, because it appears in logs. */
function half(request: FastifyRequest, fields: Fields, name: 'key' | 'token'): string {
  const header = request.headers[`x-api-${name}`];
  const field = request.method === 'POST' ? fields[`api_${name}`] : undefined;
  const value = typeof header === 'string' ? header : field;
  return typeof value === 'string' ? value.trim() : '';
}

/** Finds the item of this key and token. */
async function findHolder(key: string, token: string, { repos }: Deps) {
  const found = key && token ? await repos.itemKeys.findHolder(hashToken(key)) : undefined;
  return found && timingSafeEqual(found.api_token_hash, hashToken(token)) ? found : undefined;
}

/** True if the headers have a valid key and token; the body is not read yet. */
export async function holdsItemToken(request: FastifyRequest, deps: Deps): Promise<boolean> {
  const found = await findHolder(half(request, {}, 'key'), half(request, {}, 'token'), deps);
  return found !== undefined;
}

/**
 * Identifies a script by the item's key and token; it acts on behalf of the owner. Not cached, so that a reset
 * revokes the old pair at once.
 */
export async function tokenHolder(
  request: FastifyRequest,
  fields: Fields,
  deps: Deps,
): Promise<Caller> {
  const key = half(request, fields, 'key');
  const token = half(request, fields, 'token');
  const found = await findHolder(key, token, deps);
  if (!found) throw new AppError('wrongApiToken');
  const { item_id, api_token_hash: _hash, ...account } = found;
  await deps.repos.itemKeys.touch(item_id);
  const viewer = { kind: 'user', ...account, device_id: 0 } as const;
  return { viewer, byToken: true, tokenItem: item_id, keyTail: key.slice(-KEY_TAIL) };
}
