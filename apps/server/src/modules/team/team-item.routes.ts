import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { onItemRightsChanged } from '../item/item-rights-changed.ts';
import { invalidateItem } from '../../realtime/invalidate.ts';

export const teamItemRoutes: Handlers<Calls['teamItem']> = {
  getList: ({ repos, grant }) => repos.teamItems.list(grant),

  async getListByTeam({ repos, grant, viewer }) {
    const rows = await repos.teamItems.listByTeam(grant);
    return rows.map((row) => ({ ...row, creator: row.uid === viewer.uid }));
  },

  /** Rejects the whole request if the user does not own one of the items. */
  async save(ctx, { item_id: itemIds }) {
    const { repos, grant, viewer } = ctx;
    const own = await repos.teamItems.lockOwn(viewer.uid, itemIds);
    if (own.length !== itemIds.length) throw new AppError('notManager');
    if (own.some((item) => item.is_archived)) throw new AppError('itemArchived');
    if (!(await repos.teams.lock(grant, viewer.uid))) throw new AppError('notFound');
    const bindingIds = await repos.teamItems.insert(grant, itemIds);
    await repos.teamItemMembers.insertForItems(bindingIds);
    for (const itemId of itemIds) invalidateItem(ctx, ctx, itemId);
    ctx.note({ each: itemIds.map((item_id) => ({ item_id })) });
    return {};
  },

  async delete(ctx) {
    if (!(await ctx.repos.teamItems.delete(ctx.grant))) throw new AppError('notFound');
    await onItemRightsChanged(ctx, ctx, ctx.grant.itemId);
    return {};
  },
};
