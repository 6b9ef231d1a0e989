import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { onItemRightsChanged } from './item-rights-changed.ts';

/**
 * Transfers an item. The old owner loses all access: API keys, links to teams they own, and rights through other teams.
 * Returns false if `from` is no longer the owner, so only one of two concurrent transfers succeeds.
 */
export async function transferItem(
  work: UnitOfWork,
  ctx: Pick<Ctx, 'deps'>,
  itemId: number,
  from: number,
  to: number,
): Promise<boolean> {
  const { items, members, itemKeys, teamItems, teamItemMembers } = work.repos;
  if (!(await items.changeOwner(itemId, from, to))) return false;
  await members.leave(itemId, to);
  await itemKeys.delete(itemId);
  await teamItems.deleteByTeamOwner(itemId, from);
  await teamItemMembers.deactivate(itemId, from);
  await onItemRightsChanged(work, ctx, itemId);
  return true;
}
