import type { Calls } from '@octavo/contract';
import { EDIT_GROUP } from '@octavo/contract/member-group';
import type { Ctx } from '../../http/context.ts';
import { notify } from '../notice/notify.ts';

interface MemberRights {
  readonly member_group_id: number;
  readonly cat_id: number;
}

/** Notifies new members that they were added, and others if their rights changed. */
export async function notifyMembers(
  ctx: Ctx<Calls['member']['save']['access']>,
  uids: readonly number[],
  before: readonly (MemberRights & { readonly uid: number })[],
  change: Partial<MemberRights>,
): Promise<void> {
  const existingUids = new Set(before.map(({ uid }) => uid));
  const item_id = ctx.grant.itemId;
  const added = uids.filter((uid) => !existingUids.has(uid));
  const facts = { edit: change.member_group_id === EDIT_GROUP };
  await notify(ctx, ctx, added, { kind: 'itemAdded', facts, item_id });
  for (const group of [0, 1]) {
    const changed = before.filter((rights) => {
      const after = { ...rights, ...change };
      const isSame =
        after.member_group_id === rights.member_group_id && after.cat_id === rights.cat_id;
      return !isSame && after.member_group_id === group;
    });
    const changedUids = changed.map(({ uid }) => uid);
    await notify(ctx, ctx, changedUids, {
      kind: 'itemAuthority',
      facts: { edit: group === 1 },
      item_id,
    });
  }
}
