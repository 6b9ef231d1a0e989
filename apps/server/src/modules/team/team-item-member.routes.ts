import type { Calls } from '@octavo/contract';
import { EDIT_GROUP } from '@octavo/contract/member-group';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { onItemRightsChanged } from '../member/item-rights-changed.ts';
import { notify } from '../notice/notify.ts';
import { assertFirstLevelCatalog } from '../member/first-level-catalog.ts';
import { memberAuditNotes } from '../member/member-audit-notes.ts';
import { extendsRights } from '../member/member.policy.ts';
import { teamItemMemberRepository } from './team-item-member.repository.ts';
import { itemRepository } from '../../access/item.repository.ts';

export const teamItemMemberRoutes: Handlers<Calls['teamItemMember']> = {
  getList: ({ db, grant }) => teamItemMemberRepository(db).list(grant),

  /**
   * Team and item owners may reduce a member's rights. Only the item owner may extend or reactivate them, and only while
   * the item is not archived.
   */
  async save(ctx, { id, member_group_id, cat_id }) {
    const { db, grant, viewer } = ctx;
    const item = await itemRepository(db).lock(grant.itemId, 'tree');
    const before = item && (await teamItemMemberRepository(db).lock(grant, id));
    if (!before) throw new AppError('notFound');
    const change = {
      ...(member_group_id !== undefined && { member_group_id, is_active: 1 }),
      ...(cat_id !== undefined && { cat_id }),
    };
    const after = { ...before, ...change };
    if (extendsRights(before, after) || after.is_active > before.is_active) {
      if (item.uid !== viewer.uid) throw new AppError('notManager');
      if (item.is_archived) throw new AppError('itemArchived');
    }
    if (cat_id) await assertFirstLevelCatalog(db, grant.itemId, cat_id);
    if (Object.keys(change).length > 0) {
      await teamItemMemberRepository(db).update(grant, id, change);
      ctx.note({ each: await memberAuditNotes(db, [before.uid], [before], change) });
      await notify(ctx, ctx, [before.uid], {
        kind: 'itemAuthority',
        facts: { edit: after.member_group_id === EDIT_GROUP },
        item_id: grant.itemId,
      });
    }
    await onItemRightsChanged(ctx, ctx, grant.itemId);
    return {};
  },
};
