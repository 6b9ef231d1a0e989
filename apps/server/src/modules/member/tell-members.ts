import type { Calls } from '@octavo/contract';
import type { Ctx } from '../../http/context.ts';
import { tell } from '../notice/tell.ts';

interface Part {
  readonly member_group_id: number;
  readonly cat_id: number;
}

/** Notifies new members that they were added, and others if their rights changed. */
export async function tellMembers(
  ctx: Ctx<Calls['member']['save']['access']>,
  uids: readonly number[],
  before: readonly (Part & { readonly uid: number })[],
  change: Partial<Part>,
): Promise<void> {
  const present = new Set(before.map(({ uid }) => uid));
  const item_id = ctx.grant.itemId;
  const added = uids.filter((uid) => !present.has(uid));
  const facts = { edit: change.member_group_id === 1 };
  await tell(ctx, ctx, added, { kind: 'itemAdded', facts, item_id });
  for (const group of [0, 1]) {
    const changed = before.filter((part) => {
      const after = { ...part, ...change };
      const isSame = after.member_group_id === part.member_group_id && after.cat_id === part.cat_id;
      return !isSame && after.member_group_id === group;
    });
    const told = changed.map(({ uid }) => uid);
    await tell(ctx, ctx, told, { kind: 'itemAuthority', facts: { edit: group === 1 }, item_id });
  }
}
