import { randomBytes } from 'node:crypto';
import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { hashToken } from '../../secrets.ts';
import { itemKeyRepository } from '../../access/item-key.repository.ts';

type Item = Calls['item'];
type KeyCtx = Ctx<Item['getKey']['access']>;

/** 32 hexadecimal digits, the format that existing scripts expect. */
function newApiKey(): string {
  return randomBytes(16).toString('hex');
}

/** Creates the keys on the first call; concurrent first calls return the same pair. */
export async function getKey(ctx: KeyCtx) {
  const { itemKeyCipher: keyCipher } = ctx.deps;
  const itemKeys = itemKeyRepository(ctx.db);
  let stored = await itemKeys.find(ctx.grant);
  if (!stored) {
    const [api_key, api_token] = [newApiKey(), newApiKey()];
    await itemKeys.insertIfAbsent(ctx.grant, {
      api_key_hash: hashToken(api_key),
      api_token_hash: hashToken(api_token),
      api_key_sealed: keyCipher.encrypt(api_key),
      api_token_sealed: keyCipher.encrypt(api_token),
    });
    stored = await itemKeys.find(ctx.grant);
  }
  const api_key = stored && keyCipher.decrypt(stored.api_key_sealed);
  const api_token = stored && keyCipher.decrypt(stored.api_token_sealed);
  // Keys encrypted with another SECRET_KEY cannot be decrypted; the owner can reset them.
  if (!stored || api_key === undefined || api_token === undefined) throw new AppError('notFound');
  const { addtime, last_used_time } = stored;
  return { api_key, api_token, addtime, last_used_time };
}

export async function resetKey(ctx: KeyCtx) {
  await itemKeyRepository(ctx.db).delete(ctx.grant.itemId);
  ctx.note({ replaced: ['api_key', 'api_token'] });
  return getKey(ctx);
}
