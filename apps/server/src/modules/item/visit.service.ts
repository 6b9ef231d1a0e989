import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { addressBlock } from '../../live/address-block.ts';

type Pwd = Calls['item']['pwd'];

const DAY = 24 * 3600;
const FREE_FAILURES = 10;

/** Resolves the item of a request. The page id is used only if no item id is given. */
async function itemMeant(ctx: Ctx<Pwd['access']>, { item_id, page_id }: CallRequest<Pwd>) {
  const { itemHeads, pageHeads } = ctx.deps;
  if (item_id !== undefined && item_id !== 0) return itemHeads.find(item_id);
  const page = page_id > 0 ? await pageHeads.get(page_id) : undefined;
  return page && itemHeads.get(page.item_id);
}

/** Counts failed attempts per item and client address; after ten failures a captcha is required. */
export async function pwd(ctx: Ctx<Pwd['access']>, input: CallRequest<Pwd>) {
  const { limiter, captchas, hasher } = ctx.deps;
  const head = await itemMeant(ctx, input);
  const key = `visit:${head?.item_id ?? 0}:${addressBlock(ctx.client.address)}`;
  if ((await limiter.count(key)) >= FREE_FAILURES) {
    const solved = await captchas.solve('visit', ctx.client.captchaCookie('visit'), input.v_code);
    if (!solved) throw new AppError('captchaWrong');
  }
  const kept = head && (await ctx.repos.items.findVisitPassword(head.item_id));
  if (!head || !(await hasher.verify(kept?.password_hash, input.password))) {
    const failures = await limiter.hit(key, DAY);
    throw new AppError(failures >= FREE_FAILURES ? 'visitCaptchaNeeded' : 'visitPasswordWrong');
  }
  await limiter.reset(key);
  ctx.client.giveVisitPass(head.item_id, head.password_version);
  return {};
}
