import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { addressBlock } from '../../realtime/address-block.ts';
import { itemRepository } from '../../access/item.repository.ts';

type Pwd = Calls['item']['pwd'];

const DAY = 24 * 3600;
const CAPTCHA_THRESHOLD = 10;

/** Resolves the item of a request. The page id is used only if no item id is given. */
async function resolveItem(ctx: Ctx<Pwd['access']>, { item_id, page_id }: CallRequest<Pwd>) {
  const { itemMetaCache, pageMetaCache } = ctx.deps;
  if (item_id !== undefined && item_id !== 0) return itemMetaCache.find(item_id);
  const page = page_id > 0 ? await pageMetaCache.get(page_id) : undefined;
  return page && itemMetaCache.get(page.item_id);
}

/** Counts failed attempts per item and client address; after ten failures a captcha is required. */
export async function pwd(ctx: Ctx<Pwd['access']>, input: CallRequest<Pwd>) {
  const { limiter, captchas, hasher } = ctx.deps;
  const meta = await resolveItem(ctx, input);
  const key = `visit:${meta?.item_id ?? 0}:${addressBlock(ctx.client.address)}`;
  if ((await limiter.count(key)) >= CAPTCHA_THRESHOLD) {
    const solved = await captchas.verify('visit', ctx.client.captchaCookie('visit'), input.v_code);
    if (!solved) throw new AppError('captchaWrong');
  }
  const stored = meta && (await itemRepository(ctx.db).findVisitPassword(meta.item_id));
  if (!meta || !(await hasher.verify(stored?.password_hash, input.password))) {
    const failures = await limiter.hit(key, DAY);
    throw new AppError(failures >= CAPTCHA_THRESHOLD ? 'visitCaptchaNeeded' : 'visitPasswordWrong');
  }
  await limiter.reset(key);
  ctx.client.grantVisitPass(meta.item_id, meta.password_version);
  return {};
}
