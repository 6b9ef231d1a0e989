import type { Ctx, UnitOfWork } from '../../http/context.ts';
import { onItemRightsChanged } from '../member/item-rights-changed.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { memberRepository } from '../../access/member.repository.ts';
import { itemKeyRepository } from '../../access/item-key.repository.ts';
import { teamItemRepository } from './team-item.repository.ts';
import { teamItemMemberRepository } from './team-item-member.repository.ts';

/**
 * Transfers an item. The old owner loses all access: API keys, links to teams they own, and rights through other teams.
 * Teams of others keep the rights of their members, but give none to those who join later. Returns false if `from` is no longer the owner, so only one of two concurrent transfers succeeds.
 */
export async function transferItem(
  work: UnitOfWork,
  ctx: Pick<Ctx, 'deps'>,
  itemId: number,
  from: number,
  to: number,
): Promise<boolean> {
  const items = itemRepository(work.db);
  const members = memberRepository(work.db);
  const itemKeys = itemKeyRepository(work.db);
  const teamItems = teamItemRepository(work.db);
  const teamItemMembers = teamItemMemberRepository(work.db);
  if (!(await items.changeOwner(itemId, from, to))) return false;
  await members.leave(itemId, to);
  await itemKeys.delete(itemId);
  await teamItems.deleteByTeamOwner(itemId, from);
  await teamItemMembers.deactivate(itemId, from);
  await teamItems.endDefaultRights('item_id', [itemId]);
  await onItemRightsChanged(work, ctx, itemId);
  return true;
}
