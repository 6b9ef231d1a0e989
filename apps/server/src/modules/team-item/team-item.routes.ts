import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { endLostRights } from '../item/end-lost-rights.ts';
import { forgetItem } from '../item/forget-item.ts';

export const teamItemRoutes: Handlers<Calls['teamItem']> = {
  getList: ({ repos, grant }) => repos.teamItems.list(grant),

  async getListByTeam({ repos, grant, viewer }) {
    const rows = await repos.teamItems.listByTeam(grant);
    return rows.map((row) => ({ ...row, creator: row.uid === viewer.uid }));
  },

  /** Rejects the whole request if the user does not own one of the items. */
  async save(ctx, { item_id: itemIds }) {
    const { repos, grant, viewer } = ctx;
    const own = await repos.teamItems.holdOwn(viewer.uid, itemIds);
    if (own.length !== itemIds.length) throw new AppError('notManager');
    if (own.some((item) => item.is_archived)) throw new AppError('itemArchived');
    if (!(await repos.teams.hold(grant, viewer.uid))) throw new AppError('notFound');
    const made = await repos.teamItems.insert(grant, itemIds);
    await repos.teamItemMembers.insertForItems(made);
    for (const itemId of itemIds) forgetItem(ctx, ctx, itemId);
    ctx.note({ each: itemIds.map((item_id) => ({ item_id })) });
    return {};
  },

  async delete(ctx) {
    if (!(await ctx.repos.teamItems.delete(ctx.grant))) throw new AppError('notFound');
    await endLostRights(ctx, ctx, ctx.grant.itemId);
    return {};
  },
};
