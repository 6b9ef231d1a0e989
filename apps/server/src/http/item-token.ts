import type { FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { mayLogInFrom } from '../access/networks.ts';
import { AppError } from '../app-error.ts';
import type { Deps } from '../deps.ts';
import { hashToken } from '../secrets.ts';
import type { Fields } from './bodies.ts';
import type { Caller } from './identify.ts';
import { itemKeyRepository } from '../access/item-key.repository.ts';

/** Enough characters to distinguish keys, and too few to guess one. */
const KEY_TAIL_LENGTH = 4;

/** Reads a header or a body field. The URL is not accepted, because it appears in logs. */
function readCredential(request: FastifyRequest, fields: Fields, name: 'key' | 'token'): string {
  const header = request.headers[`x-api-${name}`];
  const field = request.method === 'POST' ? fields[`api_${name}`] : undefined;
  const value = typeof header === 'string' ? header : field;
  return typeof value === 'string' ? value.trim() : '';
}

/** Finds the item of this key and token. */
async function findByCredentials(key: string, token: string, { db }: Deps) {
  const holder =
    key && token ? await itemKeyRepository(db).findByKeyHash(hashToken(key)) : undefined;
  return holder && timingSafeEqual(holder.api_token_hash, hashToken(token)) ? holder : undefined;
}

/** True if the headers have a valid key and token that may be used from this address; the body is not read yet. */
export async function hasItemToken(request: FastifyRequest, deps: Deps): Promise<boolean> {
  const holder = await findByCredentials(
    readCredential(request, {}, 'key'),
    readCredential(request, {}, 'token'),
    deps,
  );
  return holder !== undefined && mayLogInFrom(request.ip, await deps.settings.get());
}

/**
 * Identifies a script by the item's key and token; it acts on behalf of the owner. Not cached, so that a reset
 * revokes the old pair at once.
 */
export async function identifyByItemToken(
  request: FastifyRequest,
  fields: Fields,
  deps: Deps,
): Promise<Caller> {
  const key = readCredential(request, fields, 'key');
  const token = readCredential(request, fields, 'token');
  const holder = await findByCredentials(key, token, deps);
  if (!holder) throw new AppError('wrongApiToken');
  if (!mayLogInFrom(request.ip, await deps.settings.get())) throw new AppError('addressRefused');
  const { item_id, api_token_hash: _hash, ...account } = holder;
  await itemKeyRepository(deps.db).recordUse(item_id);
  const viewer = {
    kind: 'user',
    ...account,
    device_id: 0,
    device_kind: 'token',
    second_factor: null,
  } as const;
  return { viewer, byToken: true, tokenItem: item_id, keyTail: key.slice(-KEY_TAIL_LENGTH) };
}
