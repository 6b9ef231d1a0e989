import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { endLostRights } from '../item/end-lost-rights.ts';
import { tell } from '../notice/tell.ts';
import { assertFirstLevel } from '../member/first-level.ts';
import { partNotes } from '../member/part-notes.ts';
import { widens } from '../member/member.policy.ts';

export const teamItemMemberRoutes: Handlers<Calls['teamItemMember']> = {
  getList: ({ repos, grant }) => repos.teamItemMembers.list(grant),

  /**
   * Team and item owners may reduce a member's rights. Only the item owner may extend or reactivate them, and only while
   * the item is not archived.
   */
  async save(ctx, { id, member_group_id, cat_id }) {
    const { repos, grant, viewer } = ctx;
    const item = await repos.items.hold(grant.itemId, 'tree');
    const before = item && (await repos.teamItemMembers.hold(grant, id));
    if (!before) throw new AppError('notFound');
    const change = {
      ...(member_group_id !== undefined && { member_group_id, is_active: 1 }),
      ...(cat_id !== undefined && { cat_id }),
    };
    const after = { ...before, ...change };
    if (widens(before, after) || after.is_active > before.is_active) {
      if (item.uid !== viewer.uid) throw new AppError('notManager');
      if (item.is_archived) throw new AppError('itemArchived');
    }
    if (cat_id) await assertFirstLevel(repos, grant.itemId, cat_id);
    if (Object.keys(change).length > 0) {
      await repos.teamItemMembers.update(grant, id, change);
      ctx.note({ each: await partNotes(repos, [before.uid], [before], change) });
      await tell(ctx, ctx, [before.uid], {
        kind: 'itemAuthority',
        facts: { edit: after.member_group_id === 1 },
        item_id: grant.itemId,
      });
    }
    await endLostRights(ctx, ctx, grant.itemId);
    return {};
  },
};
