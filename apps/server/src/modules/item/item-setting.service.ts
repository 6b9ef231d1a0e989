import type { Calls } from '@octavo/contract';
import type { CallRequest } from '@octavo/contract/define-call';
import { AppError } from '../../app-error.ts';
import type { Ctx } from '../../http/context.ts';
import { notify } from '../notice/notify.ts';
import { usernameKey } from '../../lib/username-key.ts';
import { rethrowDomainTaken } from './add-item.service.ts';
import { onItemRightsChanged } from '../member/item-rights-changed.ts';
import { invalidateItem } from '../../realtime/invalidate.ts';
import { teamItemRepository } from '../team/team-item.repository.ts';
import { transferItem } from '../team/transfer-item.ts';
import { assertDomain } from './item-domain.policy.ts';
import { resolvePasswordChange } from './visit-password.policy.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { userRepository } from '../account/user.repository.ts';

type Item = Calls['item'];

export async function detail(ctx: Ctx<Item['detail']['access']>) {
  const row = await itemRepository(ctx.db).getDetail(ctx.grant);
  return { ...row, creator: row.uid === ctx.viewer.uid };
}

/** Returns only the fields that were sent; absent fields remain unchanged. */
function pickChanges(input: CallRequest<Item['update']>) {
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
  const change = pickChanges(input);
  if (change.item_name === '') throw new AppError('invalidRequest', { field: 'item_name' });
  assertDomain(change.item_domain ?? '');
  const meta = await deps.itemMetaCache.get(grant.itemId);
  const password = resolvePasswordChange(input, meta?.is_private ?? false);
  // An archived item is read-only, but a visit password may still be set.
  if (grant.archived && (Object.keys(change).length > 0 || password.kind === 'open'))
    throw new AppError('itemArchived');
  const hash = password.kind === 'set' ? await deps.hasher.hash(password.password) : null;
  return ctx
    .transaction(async (work) => {
      const items = itemRepository(work.db);
      const domainItemId = change.item_domain
        ? await items.findByDomain(change.item_domain.toLowerCase())
        : undefined;
      if (domainItemId !== undefined && domainItemId !== grant.itemId)
        throw new AppError('domainTaken');
      const was = await itemRepository(work.db).getDetail(grant);
      const is_private = password.kind === 'keep' ? was.is_private : password.kind === 'set';
      ctx.note({
        facts: { is_private },
        was,
        replaced: [
          ...(password.kind === 'set' ? ['password'] : []),
          // A text of any length, which everybody who may read the item sees.
          ...(change.item_description !== undefined &&
          change.item_description !== was.item_description
            ? ['item_description']
            : []),
        ],
      });
      if (Object.keys(change).length > 0) await items.update(grant, change);
      if (password.kind !== 'keep') await items.setVisitPassword(grant, hash);
      invalidateItem(work, ctx, grant.itemId);
      return {};
    })
    .catch(rethrowDomainTaken);
}

/** Users who join a linked team later get no access to the archived item. */
export async function archive(ctx: Ctx<Item['archive']['access']>) {
  ctx.note({ facts: { is_archived: true }, was: { is_archived: ctx.grant.archived } });
  await itemRepository(ctx.db).archive(ctx.grant);
  await teamItemRepository(ctx.db).endDefaultRights('item_id', [ctx.grant.itemId]);
  await onItemRightsChanged(ctx, ctx, ctx.grant.itemId);
  return {};
}

export async function remove(ctx: Ctx<Item['delete']['access']>) {
  await itemRepository(ctx.db).markDeleted(ctx.grant);
  await onItemRightsChanged(ctx, ctx, ctx.grant.itemId);
  return {};
}

/** The old owner loses all access. */
export async function attorn(
  ctx: Ctx<Item['attorn']['access']>,
  { username }: CallRequest<Item['attorn']>,
) {
  const newOwner = await userRepository(ctx.db).findByKey(usernameKey(username));
  if (!newOwner) throw new AppError('noSuchUser');
  if (!(await transferItem(ctx, ctx, ctx.grant.itemId, ctx.viewer.uid, newOwner.uid)))
    throw new AppError('notManager');
  ctx.note({ was: { username: ctx.viewer.username } });
  await notify(ctx, ctx, [newOwner.uid], {
    kind: 'itemTransferred',
    item_id: ctx.grant.itemId,
  });
  return {};
}
