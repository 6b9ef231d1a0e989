import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { tell } from '../notice/tell.ts';
import { usernameKey } from '../user/username-key.ts';
import { asDomainTaken } from './add-item.service.ts';
import { endLostRights } from './end-lost-rights.ts';
import { forgetItem } from './forget-item.ts';
import { handOverItem } from './hand-over-item.ts';
import { assertDomain } from './item-domain.policy.ts';
import { passwordChange } from './visit-password.policy.ts';

type Item = Calls['item'];

export async function detail(ctx: Ctx<Item['detail']['access']>) {
  const row = await ctx.repos.items.getDetail(ctx.grant);
  return { ...row, creator: row.uid === ctx.viewer.uid };
}

/** Returns only the fields that were sent; absent fields remain unchanged. */
function changeOf(input: CallRequest<Item['update']>) {
  const { item_name, item_description, item_domain } = input;
  return {
    ...(item_name !== undefined && { item_name }),
    ...(item_description !== undefined && { item_description }),
    ...(item_domain !== undefined && { item_domain }),
  };
}

export async function update(
  ctx: Ctx<Item['update']['access']>,
  input: CallRequest<Item['update']>,
) {
  const { grant, deps } = ctx;
  const change = changeOf(input);
  if (change.item_name === '') throw new AppError('invalidRequest', { field: 'item_name' });
  assertDomain(change.item_domain ?? '');
  const head = await deps.itemHeads.get(grant.itemId);
  const password = passwordChange(input, head?.is_private ?? false);
  // An archived item is read-only, but a visit password may still be set.
  if (grant.archived && (Object.keys(change).length > 0 || password.kind === 'open'))
    throw new AppError('itemArchived');
  const hash = password.kind === 'set' ? await deps.hasher.hash(password.password) : null;
  return ctx
    .transaction(async (work) => {
      const { items } = work.repos;
      const taken = change.item_domain
        ? await items.findByDomain(change.item_domain.toLowerCase())
        : undefined;
      if (taken !== undefined && taken !== grant.itemId) throw new AppError('domainTaken');
      if (Object.keys(change).length > 0) await items.update(grant, change);
      if (password.kind !== 'keep') await items.setVisitPassword(grant, hash);
      forgetItem(work, ctx, grant.itemId);
      return {};
    })
    .catch(asDomainTaken);
}

export async function archive(ctx: Ctx<Item['archive']['access']>) {
  await ctx.repos.items.archive(ctx.grant);
  await endLostRights(ctx, ctx, ctx.grant.itemId);
  return {};
}

export async function remove(ctx: Ctx<Item['delete']['access']>) {
  await ctx.repos.items.markDeleted(ctx.grant);
  await endLostRights(ctx, ctx, ctx.grant.itemId);
  return {};
}

/** The old owner loses all access. */
export async function attorn(
  ctx: Ctx<Item['attorn']['access']>,
  { username }: CallRequest<Item['attorn']>,
) {
  const heir = await ctx.repos.users.findByKey(usernameKey(username));
  if (!heir) throw new AppError('noSuchUser');
  if (!(await handOverItem(ctx, ctx, ctx.grant.itemId, ctx.viewer.uid, heir.uid)))
    throw new AppError('notManager');
  await tell(ctx, ctx, [heir.uid], {
    kind: 'itemTransferred',
    item_id: ctx.grant.itemId,
  });
  return {};
}
