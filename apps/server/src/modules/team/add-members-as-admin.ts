import { AppError } from '../../app-error.ts';
import type { Connection } from '../../db/connect.ts';
import type { UnitOfWork } from '../../http/context.ts';
import { notify } from '../notice/notify.ts';
import type { Actor } from '../notice/notify.ts';
import { onTeamRightsChanged } from './team-rights-changed.ts';
import { teamMemberRepository } from './team-member.repository.ts';
import { teamRepository } from './team.repository.ts';

/** Those of these users who are members of a team of any owner. */
export async function membersAmong(
  db: Connection,
  teamId: number,
  uids: readonly number[],
): Promise<number[]> {
  if (!(await teamRepository(db).findOwner(teamId))) throw new AppError('notFound');
  return teamMemberRepository(db).listAmong(teamId, uids);
}

/** Locks a team of any owner. Rejects a missing one. */
export async function lockTeamAsAdmin({ db }: Pick<UnitOfWork, 'db'>, teamId: number) {
  const owner = await teamRepository(db).lockAsAdmin(teamId);
  if (owner === undefined) throw new AppError('notFound');
  return owner;
}

/** Adds users to a team of another owner, who is notified like the new members. */
export async function addMembersAsAdmin(
  work: UnitOfWork,
  actor: Actor,
  {
    teamId,
    owner,
    uids,
  }: { readonly teamId: number; readonly owner: number; readonly uids: readonly number[] },
): Promise<void> {
  const added = await teamMemberRepository(work.db).insertAsAdmin(teamId, uids);
  if (added.length === 0) return;
  await notify(work, actor, added, { kind: 'teamAdded', team_id: teamId });
  await notify(work, actor, [owner], {
    kind: 'teamMembersAdded',
    team_id: teamId,
    facts: { count: added.length },
  });
  await onTeamRightsChanged(work, actor, teamId);
}
