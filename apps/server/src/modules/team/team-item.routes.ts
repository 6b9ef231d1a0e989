import type { Calls } from '@octavo/contract';
import { READ_ONLY_GROUP } from '@octavo/contract/member-group';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { itemRepository } from '../../access/item.repository.ts';
import { assertFirstLevelCatalog } from '../member/first-level-catalog.ts';
import { onItemRightsChanged } from '../member/item-rights-changed.ts';
import { endedRightNote } from '../member/member-audit-notes.ts';
import { invalidateItem } from '../../realtime/invalidate.ts';
import { teamItemRepository } from './team-item.repository.ts';
import { teamRepository } from './team.repository.ts';
import { teamItemMemberRepository } from './team-item-member.repository.ts';
import { changeRight, isSameRight } from './team-right.policy.ts';
import { assertMayChange, notifyOfRight, teamRightAuditNote } from './change-team-right.ts';

const READ_ONLY = { member_group_id: READ_ONLY_GROUP, cat_id: 0, is_active: 1 } as const;

export const teamItemRoutes: Handlers<Calls['teamItem']> = {
  getList: ({ db, grant }) => teamItemRepository(db).list(grant),

  async getListByTeam({ db, grant, viewer }) {
    const rows = await teamItemRepository(db).listByTeam(grant);
    return rows.map((row) => ({ ...row, creator: row.uid === viewer.uid }));
  },

  /** Rejects the whole request if the user does not own one of the items. */
  async save(ctx, { item_id: itemIds, ...right }) {
    const { db, grant, viewer } = ctx;
    const own = await teamItemRepository(db).lockOwn(viewer.uid, itemIds);
    if (own.length !== itemIds.length) throw new AppError('notManager');
    if (own.some((item) => item.is_archived)) throw new AppError('itemArchived');
    if (!(await teamRepository(db).lock(grant, viewer.uid))) throw new AppError('notFound');
    const given = changeRight(READ_ONLY, right);
    await teamItemRepository(db).insert(grant, itemIds, given);
    for (const itemId of itemIds) invalidateItem(ctx, ctx, itemId);
    ctx.note({ facts: { ...given }, each: itemIds.map((item_id) => ({ item_id })) });
    return {};
  },

  /** Sets the right of all members without an exception, also of those who join later. */
  async setRight(ctx, { id: _id, ...change }) {
    const { db, grant } = ctx;
    const item = await itemRepository(db).lock(grant.itemId, 'tree');
    const before = item && (await teamItemRepository(db).lockRight(grant));
    if (!before) throw new AppError('notFound');
    const after = changeRight(before, change);
    assertMayChange(ctx, item, before, after);
    if (change.cat_id) await assertFirstLevelCatalog(db, grant.itemId, change.cat_id);
    await teamItemRepository(db).setRight(grant, after);
    ctx.note(await teamRightAuditNote(db, before, after));
    if (!isSameRight(before, after)) {
      const followers = await teamItemMemberRepository(db).listFollowers(grant);
      // Several changes in a row are one notice until it is read.
      await notifyOfRight(ctx, followers, after, `teamItem ${grant.teamItemId}`);
    }
    await onItemRightsChanged(ctx, ctx, grant.itemId);
    return {};
  },

  async delete(ctx) {
    const had = await teamItemRepository(ctx.db).delete(ctx.grant);
    if (!had) throw new AppError('notFound');
    ctx.note(endedRightNote(had));
    await onItemRightsChanged(ctx, ctx, ctx.grant.itemId);
    return {};
  },
};
