import type { Ctx, Work } from '../../http/context.ts';
import { endLostRights } from './end-lost-rights.ts';

/**
 * The old owner keeps nothing: not the keys they may have copied, not the item in teams of theirs, nor
 * what teams of others gave them. False when the item is no longer theirs: of two transfers one wins.
 */
export async function handOverItem(
  work: Work,
  ctx: Pick<Ctx, 'deps'>,
  itemId: number,
  from: number,
  to: number,
): Promise<boolean> {
  const { items, members, itemKeys, teamItems, teamItemMembers } = work.repos;
  if (!(await items.changeOwner(itemId, from, to))) return false;
  await members.leave(itemId, to);
  await itemKeys.delete(itemId);
  await teamItems.deleteOfOwner(itemId, from);
  await teamItemMembers.switchOff(itemId, from);
  await endLostRights(work, ctx, itemId);
  return true;
}
