import type { Calls } from '@octavo/contract';
import { AppError } from '../../app-error.ts';
import type { Handlers } from '../../http/context.ts';
import { notify } from '../notice/notify.ts';
import { onTeamRightsChanged } from './team-rights-changed.ts';
import { findUserIds } from '../account/find-user-ids.ts';
import { teamMemberRepository } from './team-member.repository.ts';
import { teamRepository } from './team.repository.ts';

export const teamMemberRoutes: Handlers<Calls['teamMember']> = {
  getList: ({ db, grant }) => teamMemberRepository(db).list(grant),

  async save(ctx, { member_username }) {
    const { db, grant, viewer } = ctx;
    const uids = await findUserIds(db, member_username);
    // Locks the team, so that its owner does not change meanwhile.
    if (!(await teamRepository(db).lock(grant, viewer.uid))) throw new AppError('notFound');
    const added = await teamMemberRepository(db).insert(grant, uids);
    await teamMemberRepository(db).keep(grant, uids);
    const addedUids = added.map(({ uid }) => uid);
    await notify(ctx, ctx, addedUids, { kind: 'teamAdded', team_id: grant.teamId });
    await onTeamRightsChanged(ctx, ctx, grant.teamId);
    return {};
  },

  async delete(ctx) {
    const gone = await teamMemberRepository(ctx.db).delete(ctx.grant);
    if (!gone) throw new AppError('notFound');
    ctx.note({ subject_uid: gone.uid, team_id: gone.team_id });
    await notify(ctx, ctx, [gone.uid], { kind: 'teamRemoved', team_id: gone.team_id });
    await onTeamRightsChanged(ctx, ctx, gone.team_id);
    return {};
  },
};
