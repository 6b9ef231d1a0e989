import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { onItemRightsChanged } from '../item/item-rights-changed.ts';
import { notify } from '../notice/notify.ts';
import { attorn } from './transfer-team.service.ts';

export const teamRoutes: Handlers<Calls['team']> = {
  getList: ({ repos, viewer }) => repos.teams.list(viewer.uid),

  save: async ({ repos, viewer }, { id, team_name }) => {
    if (team_name === '') throw new AppError('invalidRequest', { field: 'team_name' });
    if (id === 0) return { id: await repos.teams.insert(viewer.uid, team_name) };
    if (!(await repos.teams.rename(viewer.uid, id, team_name))) throw new AppError('notFound');
    return { id };
  },

  delete: async (ctx) => {
    const { repos, grant, viewer } = ctx;
    if (!(await repos.teams.lock(grant, viewer.uid))) throw new AppError('notFound');
    const members = await repos.teamMembers.listUids(grant);
    await notify(ctx, ctx, members, { kind: 'teamRemoved', team_id: grant.teamId });
    // Listed before the team is deleted: afterwards it has no items.
    const itemIds = await repos.teams.listItemIds(grant.teamId);
    await repos.teams.delete(grant);
    for (const itemId of itemIds) await onItemRightsChanged(ctx, ctx, itemId);
    return {};
  },

  attorn,
};
