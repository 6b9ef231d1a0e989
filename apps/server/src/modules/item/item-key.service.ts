import { randomBytes } from 'node:crypto';
import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { hashToken } from '../../secrets.ts';

type Item = Calls['item'];
type KeyCtx = Ctx<Item['getKey']['access']>;

/** 32 hexadecimal digits, the format that existing scripts expect. */
function newKey(): string {
  return randomBytes(16).toString('hex');
}

/** Creates the keys on the first call; concurrent first calls return the same pair. */
export async function getKey(ctx: KeyCtx) {
  const { keySealer } = ctx.deps;
  const { itemKeys } = ctx.repos;
  let kept = await itemKeys.find(ctx.grant);
  if (!kept) {
    const [api_key, api_token] = [newKey(), newKey()];
    await itemKeys.insertIfAbsent(ctx.grant, {
      api_key_hash: hashToken(api_key),
      api_token_hash: hashToken(api_token),
      api_key_sealed: keySealer.seal(api_key),
      api_token_sealed: keySealer.seal(api_token),
    });
    kept = await itemKeys.find(ctx.grant);
  }
  const api_key = kept && keySealer.open(kept.api_key_sealed);
  const api_token = kept && keySealer.open(kept.api_token_sealed);
  // Keys encrypted with another SECRET_KEY cannot be decrypted; the owner can reset them.
  if (!kept || api_key === undefined || api_token === undefined) throw new AppError('notFound');
  const { addtime, last_used_time } = kept;
  return { api_key, api_token, addtime, last_used_time };
}

export async function resetKey(ctx: KeyCtx) {
  await ctx.repos.itemKeys.delete(ctx.grant.itemId);
  return getKey(ctx);
}
