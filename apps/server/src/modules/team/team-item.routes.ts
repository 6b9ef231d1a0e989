import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { onItemRightsChanged } from '../member/item-rights-changed.ts';
import { invalidateItem } from '../../realtime/invalidate.ts';
import { teamItemRepository } from './team-item.repository.ts';
import { teamRepository } from './team.repository.ts';
import { teamItemMemberRepository } from './team-item-member.repository.ts';

export const teamItemRoutes: Handlers<Calls['teamItem']> = {
  getList: ({ db, grant }) => teamItemRepository(db).list(grant),

  async getListByTeam({ db, grant, viewer }) {
    const rows = await teamItemRepository(db).listByTeam(grant);
    return rows.map((row) => ({ ...row, creator: row.uid === viewer.uid }));
  },

  /** Rejects the whole request if the user does not own one of the items. */
  async save(ctx, { item_id: itemIds }) {
    const { db, grant, viewer } = ctx;
    const own = await teamItemRepository(db).lockOwn(viewer.uid, itemIds);
    if (own.length !== itemIds.length) throw new AppError('notManager');
    if (own.some((item) => item.is_archived)) throw new AppError('itemArchived');
    if (!(await teamRepository(db).lock(grant, viewer.uid))) throw new AppError('notFound');
    const linkIds = await teamItemRepository(db).insert(grant, itemIds);
    await teamItemMemberRepository(db).insertForItems(linkIds);
    for (const itemId of itemIds) invalidateItem(ctx, ctx, itemId);
    ctx.note({ each: itemIds.map((item_id) => ({ item_id })) });
    return {};
  },

  async delete(ctx) {
    if (!(await teamItemRepository(ctx.db).delete(ctx.grant))) throw new AppError('notFound');
    await onItemRightsChanged(ctx, ctx, ctx.grant.itemId);
    return {};
  },
};
