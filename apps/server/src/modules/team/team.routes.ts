import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { onItemRightsChanged } from '../member/item-rights-changed.ts';
import { notify } from '../notice/notify.ts';
import { attorn } from './transfer-team.service.ts';
import { teamRepository } from './team.repository.ts';
import { teamMemberRepository } from './team-member.repository.ts';

export const teamRoutes: Handlers<Calls['team']> = {
  getList: ({ db, viewer }) => teamRepository(db).list(viewer.uid),

  save: async ({ db, viewer, note }, { id, team_name }) => {
    if (team_name === '') throw new AppError('invalidRequest', { field: 'team_name' });
    if (id === 0) {
      const team_id = await teamRepository(db).insert(viewer.uid, team_name);
      note({ as: 'team.add', team_id });
      return { id: team_id };
    }
    const previous = await teamRepository(db).rename(viewer.uid, id, team_name);
    if (previous === undefined) throw new AppError('notFound');
    note({ as: 'team.rename', team_id: id, was: { team_name: previous } });
    return { id };
  },

  delete: async (ctx) => {
    const { db, grant, viewer } = ctx;
    if (!(await teamRepository(db).lock(grant, viewer.uid))) throw new AppError('notFound');
    const members = await teamMemberRepository(db).listUids(grant);
    await notify(ctx, ctx, members, { kind: 'teamRemoved', team_id: grant.teamId });
    // Listed before the team is deleted: afterwards it has no items.
    const itemIds = await teamRepository(db).listItemIds(grant.teamId);
    const deleted = await teamRepository(db).delete(grant);
    ctx.note({ facts: { ...deleted } });
    for (const itemId of itemIds) await onItemRightsChanged(ctx, ctx, itemId);
    return {};
  },

  attorn,
};
